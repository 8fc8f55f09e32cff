mkdir -p tree/a tree/b
for i in 1 2 3 4 5; do echo "line $i" > "tree/a/$i"; done
find tree -type f -print0 | sort -z | xargs -0 -n 2 -P 2 cat | sort
tar -C tree -cf - . | gzip -c | gunzip -c | tar -tf - | sort
awk '{ sum += $2 } END { print sum }' tree/a/*
sed -n 's/line/row/p' tree/a/3
date -d @0 -u
diff tree/a/1 tree/a/2
