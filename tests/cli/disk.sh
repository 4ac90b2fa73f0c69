#!/usr/bin/env bash
# Disks and directories that cannot be written: exit code 4, the name of the file, no harm to what is there.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
top=$examples/spinning_top/model.yaml

echo text >file
for directory in file file/below /proc/nowhere "$(printf 'x%.0s' {1..300})"; do
  expect 4 "$bristle" run "$top" -o "$directory" --until 0.01
  silent out.txt
  says "${directory:0:50}"
done
[ "$(cat file)" = text ] || fail "a file that is no directory was touched"
if [ "$(id -u)" -ne 0 ]; then
  mkdir closed && chmod 555 closed
  expect 4 "$bristle" run "$top" -o closed --until 0.01
  expect 4 "$bristle" run "$top" -o closed/below --until 0.01
fi

if [ -e /dev/full ]; then # data that does not get out is an error as well
  for command in "schema --json" "schema --markdown" "info $top"; do
    code=0
    timeout 60 "$bristle" $command >/dev/full 2>err.txt || code=$?
    [ "$code" -eq 4 ] || fail "exit code $code of '$command' to a full device"
    says "No space left on device"
  done
fi

# Files that must not grow: a limit of the shell stands for a full disk.
(
  trap '' XFSZ
  ulimit -f 16
  "$bristle" run "$top" -o limited --set output.table_interval=0 -q >out.txt 2>err.txt
)
code=$?
[ "$code" -eq 4 ] || fail "exit code $code where files must not grow"
says "limited/"
expect 0 "$bristle" run "$top" -o limited --restart --set output.table_interval=0 -q # with room again
expect 0 "$bristle" run "$top" -o roomy --set output.table_interval=0 -q
same limited roomy

mkdir mount
if mount -t tmpfs -o size=256k tmpfs mount 2>/dev/null; then
  expect 4 "$bristle" run "$top" -o mount/results --set output.table_interval=0 -q
  says "mount/results"
  says "No space left on device"
  mount -o remount,size=64m mount
  expect 0 "$bristle" run "$top" -o mount/results --restart --set output.table_interval=0 -q
  same mount/results roomy
  umount mount
else
  echo "SKIPPED: no right to mount a small file system, so no full disk was tried"
fi
finish
