#!/usr/bin/env bash
# The package as a user gets it: packed, installed into an empty project without a warning, its demo
# run, a typed program that imports it compiled and run, and its examples run. Usage: .ci/package.sh NODE [NODE ...]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tarball=$work/$(cd "$root" && npm pack --silent --pack-destination "$work" | tail -n 1)
bytes=$(stat -c %s "$tarball") files=$(tar -tzf "$tarball" | wc -l)
echo "$bytes bytes packed, $files files"
# What a user downloads: at most 2 MB in 469 files, of which each scenario, sequence, program of an example and part of the types is one.
[ "$bytes" -le 2000000 ] && [ "$files" -le 469 ]

for node in "$@"; do
  project=$work/project-$("$node" --version)
  mkdir -p "$project"
  cp "$root/.ci/consumer/answer.ts" "$project"
  cd "$project"
  npm=$(realpath "$(command -v npm)")
  echo '{"type": "module", "private": true}' >package.json
  "$node" "$npm" install --no-audit --no-fund "$tarball" @types/node@20 >install.log 2>&1 || { cat install.log; exit 1; }
  # What npm says of the configuration of this machine is no matter of the package.
  if grep -iE '^npm warn' install.log | grep -vE 'Unknown (user|env|global|project|builtin) config'; then exit 1; fi
  "$node" node_modules/millrace/dist/cli/main.js demo --no-progress | tail -n 4
  # Packages that only a queue takes are not there, and their absence is told.
  { "$node" node_modules/millrace/dist/cli/main.js worker redis://127.0.0.1 2>&1 || true; } |
    grep 'npm install bullmq@6 ioredis@6'
  "$node" "$root/node_modules/typescript/bin/tsc" --module nodenext --target es2023 --strict --types node answer.ts
  "$node" answer.js
  cp node_modules/millrace/examples/*.mjs .
  "$node" simulate.mjs
  "$node" replay.mjs | grep '^0 differences$'
  "$node" own-property.mjs
done
