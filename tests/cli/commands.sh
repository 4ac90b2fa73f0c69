#!/usr/bin/env bash
# Exit codes, messages to stderr, data to stdout.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
top=$examples/spinning_top/model.yaml
pendulum=$examples/flexible_pendulum/model.yaml

# 0: help and version everywhere, on stdout
for command in "" run check info static modes response schema; do
  expect 0 "$bristle" $command --help
  prints "--help"
  silent err.txt
  expect 0 "$bristle" $command --version
  grep -qE '^bristle [0-9]+\.[0-9]+\.[0-9]+$' out.txt || fail "the version of '$command' reads: $(head -1 out.txt)"
done
for file in "$examples"/*/*.yaml; do
  grep -q '^analysis:' "$file" || continue
  expect 0 "$bristle" check "$file"
  silent out.txt
  says "all is well"
  expect 0 "$bristle" info "$file"
  prints "degrees of freedom"
  silent err.txt
done

# 1: usage
for arguments in "" "walk" "run" "run --nonsense $top" "run $top --until" "run $top --until -1" "run $top --until soon" \
  "run $top --restart --force" "run $top --log-level loud" "schema --json --markdown" "check $top $top"; do
  expect 1 "$bristle" $arguments
  silent out.txt
  says "--help"
done

# 2: not a model; all its errors, each with its place
cat >bad.yaml <<'END'
bodys: {}
bodies:
  a: {mass: -1}
analysis: {end: 1}
END
for command in run check info static modes "response --load x --band 1 2"; do
  expect 2 "$bristle" $command bad.yaml
  silent out.txt
  says "bad.yaml:1:1: model file has no key 'bodys': did you mean 'bodies'?"
  says "bad.yaml:3:13: 'mass' must be zero or more; it is -1 kg"
  says "2 errors"
done
[ ! -e results ] || fail "a bad model left results"
printf 'bodies:\n  a: {}\nanalysis: {end: 1}\n' >loose.yaml
expect 2 "$bristle" check loose.yaml # what only the assembled model shows has its place as well
says "loose.yaml:2:6: node 'a' lacks mass"
head -c 10000 /dev/urandom >noise.yaml
expect 2 "$bristle" check noise.yaml
: >empty.yaml
expect 2 "$bristle" check empty.yaml
expect 2 "$bristle" check "$top" --set bodies.top.mass=heavy
says "--set bodies.top.mass"

# 3: no convergence; what there is stays
expect 3 "$bristle" run "$pendulum" -o stuck --set analysis.newton.iterations=1 --set analysis.smallest_step=2e-3
says "no convergence"
[ -s stuck/energy.csv ] && [ -s stuck/run.json ] || fail "a run that failed left no results"

# 4: files
expect 4 "$bristle" run nowhere.yaml
says "nowhere.yaml"
silent out.txt
expect 4 "$bristle" check /dev/zero
says "larger than"
expect 4 "$bristle" check .
says "directory"

# --set, --until, --quiet, --log-level
expect 0 "$bristle" run "$top" -o short --until 0.01 --set parameters.spin=100
silent out.txt
says "steps"
says "results in short"
grep -q '"parameters.spin=100"' short/run.json || fail "run.json does not name the setting"
grep -q '"end": 0.01' short/run.json || fail "run.json does not have the end"
tail -1 short/energy.csv | grep -q '^0.01,' || fail "the run did not end at --until"
expect 0 "$bristle" run "$top" -o quiet --until 0.01 --set parameters.spin=100 --quiet
silent out.txt
silent err.txt
same short quiet
expect 0 "$bristle" run "$top" -o loud --until 0.001 --log-level debug
says "iterations"
expect 0 "$bristle" run "$top" --until 0.001 -q # goes to results/NAME, by the folder of model.yaml
[ -s results/spinning_top/energy.csv ] || fail "no results/spinning_top"

# static --path: limit points on stdout, the path as a table
expect 0 "$bristle" static "$examples/snap_through/model.yaml" --path --arc 0.2 -o path --set output.frames.write=false
prints "limit"
says "the path ends at a share of 1"
head -1 path/path.csv | grep -q '^arc,share,unstable,event,' || fail "path.csv has other columns"
tail -1 path/path.csv | grep -q ',1,0,end,' || fail "the path did not end at its load"
expect 4 "$bristle" static "$examples/snap_through/model.yaml" --path -o path
says "--force"
expect 1 "$bristle" static "$examples/snap_through/model.yaml" --to 2
says "--path"
finish
