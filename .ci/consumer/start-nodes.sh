#!/usr/bin/env bash
# Stands for what a team has: starts its nodes and returns when they answer.
set -euo pipefail
# Not by npx, which would leave them running when it is told to end.
node node_modules/.bin/millrace serve network.yaml --port 0 --path-finding-port 0 --write-nodes nodes.yaml >serve.log 2>&1 &
echo $! >nodes.pid
for _ in $(seq 300); do
  [ -s nodes.yaml ] && exit 0
  sleep 0.1
done
cat serve.log
exit 1
