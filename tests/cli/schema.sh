#!/usr/bin/env bash
# docs/reference.md is what the program prints, and its JSON Schema accepts the examples.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
expect 0 "$bristle" schema --markdown
silent err.txt
diff "$source_dir/docs/reference.md" out.txt >difference.txt || {
  fail "docs/reference.md is not what 'bristle schema --markdown' prints; write it anew:"
  head -20 difference.txt
}
cp out.txt markdown.txt
expect 0 "$bristle" schema
cmp -s out.txt markdown.txt || fail "markdown is not the default"
expect 0 "$bristle" schema --json
silent err.txt
cp out.txt schema.json
if command -v python3 >/dev/null; then
  python3 "$source_dir/tests/cli/schema.py" schema.json "$examples" || fail "the JSON Schema"
else
  echo "SKIPPED: without python3 the JSON Schema is not looked at"
fi
finish
