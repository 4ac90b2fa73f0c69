#!/usr/bin/env bash
# Two runs give the same bytes; so does one that is killed or interrupted and goes on with --restart.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp -r "$examples/spatial_crank" .
model=spatial_crank/reference.yaml
arguments=(--until 0.1 --set output.checkpoint_interval=0.1 --set output.frames.interval=2e-3 -q)

expect 0 "$bristle" run $model -o whole "${arguments[@]}"
expect 0 "$bristle" run $model -o again "${arguments[@]}"
same whole again
for file in energy.csv probes.csv steps.csv results.pvd run.json; do [ -s "whole/$file" ] || fail "no $file"; done

# stop SIGNAL DIRECTORY: begins a run and ends it by a signal once it has a checkpoint and some more.
stop() {
  "$bristle" run $model -o "$2" "${arguments[@]}" >out.txt 2>err.txt &
  local run=$!
  for _ in $(seq 1000); do
    [ -e "$2/checkpoint.bin" ] && break
    sleep 0.02
  done
  sleep 0.25
  kill -s "$1" $run || fail "the run had ended before it could be stopped"
  code=0
  wait $run 2>/dev/null || code=$?
  [ -e "$2/checkpoint.bin" ] || fail "no checkpoint"
}

stop KILL killed
[ "$code" -eq 137 ] || fail "killed, but the exit code is $code"
expect 4 "$bristle" run $model -o killed "${arguments[@]}" # it holds results
says "--restart"
says "--force"
expect 0 "$bristle" run $model -o killed "${arguments[@]}" --restart
same whole killed
expect 0 "$bristle" run $model -o killed "${arguments[@]}" --restart # nothing left to do
same whole killed

for signal in INT TERM; do
  stop $signal stopped-$signal
  [ "$code" -eq 130 ] || fail "interrupted by $signal, but the exit code is $code"
  says "go on with --restart"
  expect 0 "$bristle" run $model -o stopped-$signal "${arguments[@]}" --restart
  same whole stopped-$signal
done

# A model that has changed is refused, and the results stay as they are.
cp -r whole before
expect 4 "$bristle" run $model -o whole "${arguments[@]}" --restart --set clearances.ball.inner_radius=0.0494
says "the model has changed"
same whole before
cmp -s whole/checkpoint.bin before/checkpoint.bin || fail "the checkpoint was touched"
sed -i 's/mass: 5/mass: 6/' spatial_crank/mechanism.yaml # in a part
expect 4 "$bristle" run $model -o whole "${arguments[@]}" --restart
says "the model has changed"
same whole before
expect 4 "$bristle" run $model -o whole "${arguments[@]}"
same whole before

# A damaged checkpoint is refused; --force begins anew, and touches nothing that is not its own.
printf 'nonsense' >whole/checkpoint.bin
echo mine >whole/notes.txt
expect 4 "$bristle" run $model -o whole "${arguments[@]}" --restart
says "checkpoint.bin"
rm whole/notes.txt
same whole before
echo mine >whole/notes.txt
sed -i 's/mass: 6/mass: 5/' spatial_crank/mechanism.yaml
expect 0 "$bristle" run $model -o whole "${arguments[@]}" --force
[ "$(cat whole/notes.txt)" = mine ] || fail "--force touched a file of the user"
rm whole/notes.txt
same whole before
finish
