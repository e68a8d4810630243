#!/bin/bash
# On the machine with the GPU: hardware counters of each twin's second launch into OUT/NAME.csv, and stalls by machine
# instruction into OUT/NAME.stalls.csv. Clocks are left alone and caches warm, as `kernelcast measure` has them.
#   bench/twins/profile.sh OUT
out=$(realpath "$1") && cd "$(dirname "$0")/bin" || exit 1
for twin in *; do
  KC_ONCE=1 ncu --clock-control none --cache-control none --set full --launch-skip 1 --launch-count 1 \
    --csv --page raw "./$twin" >"$out/$twin.csv"
  KC_ONCE=1 ncu --clock-control none --cache-control none --section SourceCounters --section WarpStateStats \
    --launch-skip 1 --launch-count 1 -o "/tmp/$twin" -f "./$twin" >/dev/null
  ncu -i "/tmp/$twin.ncu-rep" --page source --print-source sass --csv >"$out/$twin.stalls.csv"
done
