#!/usr/bin/env bash
# What docs/regression.md tells a team to put into its CI, run as shell, word for word: the package installed from a
# tarball, nodes started (a sandbox that stays), and the script of each of the two files. Usage: .ci/ci-page.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
closing() {
  # The nodes of each project run on until here.
  for pid in "$work"/*/nodes.pid; do [ ! -f "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true; done
  rm -rf "$work"
}
trap closing EXIT

cp "$root/.ci/consumer/start-nodes.sh" "$root/.ci/consumer/network.yaml" "$work"
tarball=$work/$(cd "$root" && npm pack --silent --pack-destination "$work")
node "$root/.ci/page-scripts.mjs" "$root/docs/regression.md" "$work"

for script in "$work"/*.sh.lines; do
  name=$(basename "$script" .sh.lines)
  project=$work/$name
  mkdir -p "$project/tools"
  cp "$tarball" "$project/tools"
  cp "$work/start-nodes.sh" "$work/network.yaml" "$project"
  cd "$project"
  echo '{"type": "module", "private": true}' >package.json
  echo '[]' >accepted.yaml
  while IFS= read -r line; do
    printf '%s $ %s\n' "$name" "$line"
    CI_PIPELINE_IID=7 bash -e -o pipefail -c "$line" 2>output.log | tail -n 12 || { cat output.log; exit 1; }
  done <"$script"
  for report in contract.xml check.xml; do grep -q '<testsuite' "$report"; done
done
