set -m -o pipefail
trap 'echo "trapped"' USR1
seq 1 1000 | grep 7 | sort -rn | head -3
echo "$(printf '%s ' {a..e} | tr a-z A-Z)" <(true) > /dev/null
sleep 0.2 &
first=$!
(exit 5) &
wait $!
echo "second: $?"
kill -USR1 $$
wait $first
echo "first: $?"
(kill -STOP $BASHPID; echo "continued") &
stopped=$!
sleep 0.2
jobs -s | sed 's/ *(kill.*//'
kill -CONT %+
wait $stopped
echo "third: $?"
coproc cat
echo "through cat" >&"${COPROC[1]}"
read -r line <&"${COPROC[0]}"
echo "$line"
kill "$COPROC_PID"
wait 2> /dev/null
exit 6
