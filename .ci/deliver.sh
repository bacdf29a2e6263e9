#!/usr/bin/env bash
# The action for GitHub and the container image. The shell lines of action.yml are run in a copy of what git keeps,
# with the commands that docs/regression.md gives to the action. The image is built where docker runs.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
closing() {
  [ ! -f "$work/team/nodes.pid" ] || kill "$(cat "$work/team/nodes.pid")" 2>/dev/null || true
  rm -rf "$work"
}
trap closing EXIT

mkdir -p "$work/action" "$work/team/node_modules/.bin"
git -C "$root" archive HEAD | tar -x -C "$work/action"
cp "$root/.ci/consumer/start-nodes.sh" "$root/.ci/consumer/network.yaml" "$work/team"
ln -s "$work/action/dist/cli/main.js" "$work/team/node_modules/.bin/millrace"
cd "$work/team"
export GITHUB_ACTION_PATH="$work/action"

mapfile -t lines < <(sed -n 's/^      run: //p' "$root/action.yml")
mapfile -t commands < <(sed -n "s/.*with: {command: '\([^']*\)'.*/\1/p" "$root/docs/regression.md")
[ "${#lines[@]}" -eq 2 ] && [ "${#commands[@]}" -eq 2 ]
for command in "${commands[@]}"; do
  printf '$ millrace %s\n' "$command"
  for line in "${lines[@]}"; do
    COMMAND=$command bash -e -o pipefail -c "$line" >output.log 2>&1 || { cat output.log; exit 1; }
    # The first line builds what starts these nodes.
    [ -f nodes.pid ] || ./start-nodes.sh
  done
  tail -n 4 output.log
done

if docker info >/dev/null 2>&1; then
  docker build --quiet --tag millrace "$root"
  docker run --rm millrace demo --no-progress | tail -n 4
else
  echo "No running docker here: the image of Dockerfile is not built."
fi
