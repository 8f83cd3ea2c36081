#!/bin/sh -eu
# Plays GAM 5 with xdotool and ImageMagick; $1 is a program that prints the moves for a level file.
out=$WORKSPACE/results code=$(dirname "$0") window=$(xdotool getwindowfocus)
look() { sleep 0.3; import -silent -window "$window" -define png:compression-level=1 "$out/level_$1.png"; }
press() { xdotool key --delay 15 $(echo "$1" | sed 's/L/Left /g; s/U/Up /g; s/R/Right /g; s/D/Down /g'); }
cp "$1" "$out/solver.py"; echo "# Sokoban, each level solved by a search over pushes" > "$out/summary.md"
for level in 1 2 3; do
  look ${level}_initial
  convert "$out/level_${level}_initial.png" ppm:- | python3 "$code/read_board.py" > "$HOME/board.sok"
  python3 "$1" "$HOME/board.sok" --seconds 300 > "$HOME/answer"
  moves=$(head -n 1 "$HOME/answer") sent=0
  for part in $(echo "$moves" | fold -w $((${#moves} / 4 + 1))); do
    press "$part"; sent=$((sent + ${#part})); [ $sent -eq ${#moves} ] || look ${level}_step_$sent
  done
  look ${level}_final
  printf '%s\n# moves=%d\n' "$moves" ${#moves} > "$out/level_${level}_solution.txt"
  cp "$GAME_OUTPUT/level_${level}_moves.csv" "$GAME_OUTPUT/level_${level}_result.json" "$out"
  history=$(sed -n 's/.*"history": "\([LURD]*\)".*/\1/p' "$out/level_${level}_result.json") same=false
  [ "$moves" != "$history" ] || same=true
  printf '{"solver_solution": "%s", "game_history": "%s", "match": %s, "extra_moves": %d}\n' "$moves" "$history" "$same" $((${#history} - ${#moves})) > "$out/level_${level}_verify.json"
  printf 'level %d window 0x%08x Sokoban\n' $level "$window" >> "$out/window_ids.log"
  printf '\nLevel %d: solved. %s expanded.\n' $level "$(tail -n 1 "$HOME/answer")" >> "$out/summary.md"; xdotool key n
done
