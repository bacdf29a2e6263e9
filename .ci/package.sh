#!/usr/bin/env bash
# The package as a user gets it: packed, installed into an empty project without a warning about engines, its demo
# run, and a typed program that imports it compiled and run. Usage: .ci/package.sh NODE [NODE ...]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tarball=$work/$(cd "$root" && npm pack --silent --pack-destination "$work")

for node in "$@"; do
  project=$work/project-$("$node" --version)
  mkdir -p "$project"
  cp "$root/.ci/consumer/answer.ts" "$project"
  cd "$project"
  npm=$(realpath "$(command -v npm)")
  echo '{"type": "module", "private": true}' >package.json
  "$node" "$npm" install --no-audit --no-fund "$tarball" @types/node@20 >install.log 2>&1 || { cat install.log; exit 1; }
  if grep -E 'EBADENGINE|deprecated|ERESOLVE' install.log; then exit 1; fi
  "$node" node_modules/millrace/dist/cli/main.js demo --no-progress | tail -n 4
  "$node" "$root/node_modules/typescript/bin/tsc" --module nodenext --target es2023 --strict --types node answer.ts
  "$node" answer.js
done
