#!/usr/bin/env bash
# Statics, modes and responses as a user has them: numbers against closed forms, files, messages, exit codes.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# near EXPECTED FOUND RELATIVE
near() {
  awk -v e="$1" -v f="$2" -v r="$3" 'BEGIN {d = f - e; if (d < 0) d = -d; s = e < 0 ? -e : e; exit !(f != "" && d <= r * s + 1e-300)}' ||
    fail "$2 is not $1 within $3"
}
# cell FILE ROW COLUMN: of a table, rows counted without the head, columns by name
cell() {
  awk -F, -v row="$2" -v name="$3" 'NR == 1 {for (k = 1; k <= NF; ++k) if ($k == name) column = k}
    NR == row + 1 {print $column}' "$1"
}

# A cantilever of length 2 m: EI = 100 N m², 1 kg/m, with a load at its tip.
cat >beam.yaml <<'END'
parameters: {force: -0.03}
sections:
  bar: {type: general, stiffness: [1e8, 1e8, 1e8, 1e4, 100, 400], mass_per_length: 1, rotary_inertia: [2e-9, 1e-9, 1e-9],
        viscous_time: 1e-4}
beams: {bar: {from: [0, 0, 0], to: [2, 0, 0], up: [0, 1, 0], section: bar, elements: 4, order: 3}}
joints: {clamp: {type: fixed, between: [ground, bar/start]}}
loads: {tip: {place: bar/end, components: [0, 0, force]}}
analysis: {end: 0.1, step: 1e-3, modes: [{at: 0.05, number: 2}, {at: 0, number: 1, complex: true, frames: false}]}
output:
  frames: {write: false}
  probes: {tip: bar/end.displacement.z, clamp: clamp.moment.y}
END

# static: the deflection F L³/(3 EI), and the moment of the clamp
expect 0 "$bristle" static beam.yaml
prints "clamp"
says "out of balance"
near -0.0008 "$(cell results/beam/static/probes.csv 1 tip)" 1e-5 # (w/L)² is 1.6e-7; shear 7.5e-7
near -0.06 "$(cell results/beam/static/probes.csv 1 clamp)" 1e-5 # on the beam, about y
expect 4 "$bristle" static beam.yaml
says "--force"
expect 0 "$bristle" static beam.yaml --force --set parameters.force=0.06
near 0.0016 "$(cell results/beam/static/probes.csv 1 tip)" 1e-4

# modes: 3.51602 √(EI/m)/L² in both planes; animations; a band; contacts and axes are options
expect 0 "$bristle" modes beam.yaml -n 3
prints "frequency, Hz"
near 1.39900 "$(cell results/beam/modes/modes.csv 1 frequency_hz)" 1e-4
near 2.79800 "$(cell results/beam/modes/modes.csv 2 frequency_hz)" 1e-4
[ -s results/beam/modes/mode_03/results.pvd ] || fail "mode 3 has no animation"
expect 0 "$bristle" modes beam.yaml --band 5 20 -o band --no-frames
near 8.7674 "$(cell band/modes.csv 1 frequency_hz)" 1e-4
[ ! -e band/mode_01 ] || fail "--no-frames left frames"
expect 0 "$bristle" modes beam.yaml --complex --about equilibrium --contacts open --turning-axes -n 2 -o complex --no-frames
near 0.00043951 "$(cell complex/modes.csv 1 damping_ratio)" 1e-3 # ½ τ ω
expect 4 "$bristle" modes beam.yaml -n 1
says "--force"
expect 0 "$bristle" modes beam.yaml -n 1 --force
[ ! -e results/beam/modes/mode_02 ] || fail "a mode of the modes before is left"
expect 1 "$bristle" modes beam.yaml --about elsewhere
expect 2 "$bristle" modes beam.yaml --time 1 -o timed
says "--about equilibrium"
expect 0 "$bristle" modes beam.yaml --time 1 --about equilibrium -n 1 -o timed --no-frames
expect 1 "$bristle" modes beam.yaml --contacts loose
says "loose"
expect 2 "$bristle" modes beam.yaml --spin-range 0 10 3 -o spins
says "nothing turns"

# response: at rest the static deflection, and the clamp's moment with it
expect 0 "$bristle" response beam.yaml --load tip --amplitude 0 0 1 --band 0 1.399 --points 2
near 0.0266667 "$(cell results/beam/response/response.csv 1 tip_amplitude)" 1e-4
near 2 "$(cell results/beam/response/response.csv 1 clamp_amplitude)" 1e-4
awk -F, 'NR == 3 {exit !($2 > 10)}' results/beam/response/response.csv || fail "no resonance at the first mode"
expect 4 "$bristle" response beam.yaml --load tip --band 1 2
expect 2 "$bristle" response beam.yaml --load nothing --band 1 2
says "there is no load 'nothing'"
expect 1 "$bristle" response beam.yaml --load tip

# modes on the way of a run, which steps on their times; the same after a restart
expect 0 "$bristle" run beam.yaml -o whole
says "modes at t = 0.05 s"
near 1.39900 "$(cell whole/modes_2/modes.csv 1 frequency_hz)" 1e-3
near 0.00043951 "$(cell whole/modes_1/modes.csv 1 damping_ratio)" 1e-3
[ -s whole/modes_2/mode_02/results.pvd ] || fail "no animation on the way"
grep -q '^0.05,' whole/probes.csv || fail "the run did not step on the time of its modes"
expect 0 "$bristle" run beam.yaml -o parts --until 0.03
[ ! -e parts/modes_2 ] || fail "modes of a time that was not reached"
expect 0 "$bristle" run beam.yaml -o parts --restart
near "$(cell whole/modes_2/modes.csv 1 frequency_hz)" "$(cell parts/modes_2/modes.csv 1 frequency_hz)" 1e-9
sed 's/{at: 0.05, number: 2}, //' beam.yaml >less.yaml
expect 0 "$bristle" run less.yaml -o whole --force
[ ! -e whole/modes_2 ] || fail "--force left the modes of the run before"

# modes that a run did not write stay, and are results
expect 0 "$bristle" modes beam.yaml -n 1 --no-frames -o mine/modes_50
expect 4 "$bristle" run beam.yaml -o mine
[ -s mine/modes_50/modes.csv ] || fail "a run removed modes that are not its own"
expect 2 "$bristle" run beam.yaml -o late --set "analysis.modes=[{at: 5}]"
says "the run ends before"
mkdir empty
(cd empty && expect 0 "$bristle" modes ../beam.yaml -o . -n 1 --no-frames && [ -s modes.csv ]) || fail "modes into an empty directory"

# numbers that make no sense, and names that are not there
for arguments in "response beam.yaml --load tip --band -1 100" "response beam.yaml --load tip --band nan 100" \
  "response beam.yaml --load tip --band 1 2 --amplitude nan 0 0" "modes beam.yaml --at inf" "static beam.yaml --time nan" \
  "modes beam.yaml -n 2.5" "static beam.yaml --path --to nan"; do
  expect 1 "$bristle" $arguments -o nonsense
  says "must be a"
done
expect 2 "$bristle" response beam.yaml --load tip --band 200 1 -o nonsense
expect 2 "$bristle" static beam.yaml --set parameters.forc=1 -o nonsense
says "the model has no parameter 'forc': did you mean 'force'?"
expect 2 "$bristle" static beam.yaml --path --set parameters.force=0 -o nonsense
says "no path to follow"

# A pendulum meets resistance by its weight, a wheel on its axle none; a blade that spins is held by nothing else.
cat >wheel.yaml <<'END'
bodies: {wheel: {mass: 2, inertia: [0.1, 0.1, 0.2], angular_velocity: [0, 0, 30]}}
joints: {axle: {type: revolute, between: [ground, wheel], axis: [0, 0, 1]}}
loads: {couple: {type: moment, place: wheel, components: [0, 0, 1]}}
analysis: {end: 1}
END
expect 2 "$bristle" static wheel.yaml
says "1 motion of 'wheel' meets no resistance"
expect 0 "$bristle" static wheel.yaml --hold
says "held: 1 motion of 'wheel'"
expect 0 "$bristle" static wheel.yaml --spinning --force
says "the angle of 'wheel'"

# A disk that spins on a springy ring: s of tilting is ±i(√(a² + k/J_t) ± a), a = J_p Ω/(2 J_t)
cat >disk.yaml <<'END'
bodies: {disk: {mass: 1, inertia: [0.1, 0.1, 0.2], angular_velocity: [0, 0, 1]}}
bushings: {ring: {between: [ground, disk], stiffness: [1e8, 1e8, 1e8, 1000, 1000, 0]}}
analysis: {end: 1}
END
expect 0 "$bristle" modes disk.yaml --spin-range 0 100 3 -n 3 -o disk --no-frames
near 100 "$(cell disk/campbell.csv 2 omega_rad_s)" 1e-5 # row 1 is the spin itself
near 61.8034 "$(cell disk/campbell.csv 5 omega_rad_s)" 1e-5
near 161.8034 "$(cell disk/campbell.csv 6 omega_rad_s)" 1e-5
[ "$(cell disk/campbell.csv 5 whirl)" = -1 ] && [ "$(cell disk/campbell.csv 6 whirl)" = 1 ] || fail "whirl has the wrong sense"

# A mass on a string that turns: m Ω² r = k (r − l)
cat >sling.yaml <<'END'
parameters: {speed: 10}
bodies: {stone: {position: [1, 0, 0], mass: 1, inertia: [1e-3, 1e-3, 1e-3], angular_velocity: [0, 0, speed], velocity: [0, speed, 0]}}
joints: {turn: {type: revolute, between: [ground, hub], axis: [0, 0, 1], drive: {angle: speed*t}},
         slot: {type: prismatic, between: [hub, stone], at: [1, 0, 0], axis: [1, 0, 0]}}
springs: {string: {between: [ground, stone], stiffness: 500, free_length: 1}}
initial: {equilibrium: true, spinning: true}
analysis: {end: 0.01, step: 1e-4}
output: {frames: {write: false}, probes: {place: stone.position.norm}}
END
sed -i 's/^bodies: {/bodies: {hub: {mass: 1, inertia: [0.01, 0.01, 0.01], angular_velocity: [0, 0, speed]}, /' sling.yaml
expect 0 "$bristle" run sling.yaml
near 1.25 "$(cell results/sling/probes.csv 1 place)" 1e-9
near 1.25 "$(tail -1 results/sling/probes.csv | cut -d, -f2)" 1e-6 # (Ω Δt)² of the mean directions
expect 0 "$bristle" modes sling.yaml --about spinning --turning-axes -n 1 --no-frames
near 20 "$(cell results/sling/modes/modes.csv 1 omega_rad_s)" 1e-6 # √(k/m − Ω²)
expect 2 "$bristle" check sling.yaml --set initial.equilibrium=false
says "'spinning' belongs to an equilibrium"
finish
