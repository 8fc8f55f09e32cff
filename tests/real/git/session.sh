export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE='2020-01-01T00:00:00Z' GIT_COMMITTER_DATE='2020-01-01T00:00:00Z'
git init -q -b main work
cd work
git config user.name Somebody
git config user.email somebody@example.org
for word in one two three; do
    echo "$word" >> file
    git add file
    git commit -q -m "$word"
done
git checkout -q -b side HEAD~1
echo other > other
git add other
git commit -q -m side
git merge -q -m merged main
git log --oneline --graph --stat
git gc -q
git fsck
