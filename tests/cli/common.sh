# Shared by the tests of the program: sourced with the program and the source tree as arguments.
set -u
bristle=$1
source_dir=$2
examples=$source_dir/examples
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bristle-cli-XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# expect CODE COMMAND...: its exit code; what it wrote is in out.txt and err.txt.
expect() {
  local wanted=$1 code=0
  shift
  timeout 120 "$@" >out.txt 2>err.txt || code=$?
  [ "$code" -eq "$wanted" ] || { fail "exit code $code instead of $wanted: $*"; sed 's/^/    /' err.txt | head -5; }
}

says() { grep -qF -- "$1" err.txt || { fail "no '$1' on stderr:"; sed 's/^/    /' err.txt | head -5; }; }
prints() { grep -qF -- "$1" out.txt || { fail "no '$1' on stdout:"; sed 's/^/    /' out.txt | head -5; }; }
silent() { [ ! -s "$1" ] || { fail "something in $1:"; sed 's/^/    /' "$1" | head -5; }; }

# same A B: all files of two directories but for checkpoints, which may be of any moment.
same() { diff -r --brief -x checkpoint.bin "$1" "$2" || fail "$1 and $2 differ"; }

finish() {
  if [ "$failures" -eq 0 ]; then echo "all is well"; else echo "$failures failures"; fi
  exit $((failures > 0))
}
