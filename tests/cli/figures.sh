#!/usr/bin/env bash
# scripts/figures: what it lists, that the images of the READMEs are there, and the making of charts, without ParaView.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

expect 0 "$source_dir/scripts/figures" --list
silent err.txt
for folder in "$examples"/*/; do
  name=$(basename "$folder")
  case $name in __pycache__) continue ;; esac
  [ -s "$folder/figures.py" ] || { fail "$name has no figures.py"; continue; }
  grep -qx "$name" out.txt || fail "'$name' is not listed"
done

# Every image that a text shows is there, and every image is shown.
for text in "$source_dir/README.md" "$source_dir"/docs/*.md "$examples"/*/README.md; do
  folder=$(dirname "$text")
  for image in $(grep -oE '!\[[^]]*\]\([^)]*\)' "$text" | sed 's/.*(\(.*\))/\1/'); do
    [ -s "$folder/$image" ] || fail "$text shows $image, which is not there"
  done
done
for image in "$examples"/*/images/*; do
  folder=$(dirname "$(dirname "$image")")
  grep -qF "](images/$(basename "$image"))" "$folder/README.md" || fail "$image is shown nowhere"
  [ "$(wc -c <"$image")" -le 200000 ] || fail "$image is larger than 200 kB"
done

# A project of one example, made here.
python=${PYTHON:-/usr/bin/python3}
if "$python" -c 'import matplotlib, numpy, PIL' 2>/dev/null; then
  mkdir -p project/scripts project/examples/top project/paraview
  cp "$source_dir/scripts/figures" project/scripts
  cp "$examples/figures_support.py" project/examples
  cp "$examples/spinning_top/model.yaml" project/examples/top
  cat >project/examples/top/figures.py <<'PYTHON'
def make(example):
    run = example.run(settings={"parameters.spin": 100}, until=0.01)
    p = run.probes
    with example.chart("angle.png") as axes:
        axes.plot(p["time"], p["angle"], label="angle")
    example.picture(run, "picture.png")
    example.number("rows", len(p["time"]))
    example.number("end", run.energy["time"][-1], "s")
    example.number("rule", run.steps["rule"][-1])
    example.number("file", (example.command("modes", "model.yaml", "-n", 1) / "modes.csv").is_file())
PYTHON
  figures=(env PYTHON="$python" BRISTLE="$bristle" project/scripts/figures)
  expect 0 "${figures[@]}" --no-pictures
  silent err.txt
  prints "rows = 11"
  prints "end = 0.01 s"
  prints "rule = largest"
  prints "file = 1"
  prints "picture.png: left out"
  [ -s project/examples/top/images/angle.png ] || fail "no chart"
  cp project/examples/top/images/angle.png first.png
  expect 0 "${figures[@]}" --no-pictures top
  prints "model-spin=100-until-0.01"
  prints "as before"
  cmp -s first.png project/examples/top/images/angle.png || fail "the same chart differs in its bytes"
  sed -i 's/tilt: 0.5 /tilt: 0.6 /' project/examples/top/model.yaml # another model is run again
  expect 0 "${figures[@]}" --no-pictures top
  cmp -s first.png project/examples/top/images/angle.png && fail "the chart of another model is the same"
  expect 0 "${figures[@]}" --no-pictures --fresh examples/top/
  grep -q "as before" out.txt && fail "--fresh took what was there"
  expect 1 "${figures[@]}" spin
  says "no figures for 'spin'"
  says "  top"
  expect 1 env PYTHON="$python" BRISTLE=nowhere project/scripts/figures top
  says "BRISTLE=nowhere is not a program"
  echo 'def make(example): example.run("model.yaml").probes["nothing"]' >project/examples/top/figures.py
  expect 1 "${figures[@]}" top
  says "probes.csv has no column 'nothing'; its columns are: time"
  echo 'def make(example): example.run("model.yaml", {"bodies.top.mass": "heavy"})' >project/examples/top/figures.py
  expect 1 "${figures[@]}" top
  says "exit code 2"
else
  echo "no matplotlib: charts are not tested"
fi
finish
