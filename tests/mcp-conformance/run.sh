#!/usr/bin/env bash
# Holds `runa mcp` to the official conformance suite and to the inspector's command line. Both need a newer Node than runa does, which
# is installed in a temporary folder with them. Not part of `npm test`: it needs the network, and minutes.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
folder="${RUNA_CONFORMANCE_FOLDER:-$(mktemp -d)}"
manifest="$root/tests/mcp-conformance/runa.tools.json"
cd "$folder"
if [ ! -x node_modules/node/bin/node ]; then
  [ -f package.json ] || npm init --yes >/dev/null
  npm install --no-audit --no-fund --loglevel=error node@24 @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/inspector@2
fi
newer="$folder/node_modules/node/bin"

node "$root/packages/runtime/bin/runa.js" mcp "$manifest" --http 2>server.log &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do grep -q http: server.log && break; sleep 0.1; done
url="$(grep -o 'http:[^ ]*' server.log)"

failed=0
for scenario in server-initialize ping tools-list tools-call-simple-text tools-call-image tools-call-audio \
  tools-call-embedded-resource tools-call-mixed-content tools-call-error dns-rebinding-protection; do
  if PATH="$newer:$PATH" node node_modules/@modelcontextprotocol/conformance/dist/index.js server --url "$url" --scenario "$scenario" >"$scenario.log" 2>&1; then
    echo "passed $scenario"
  else
    echo "FAILED $scenario (see $folder/$scenario.log)"
    failed=1
  fi
done

inspect() { PATH="$newer:$PATH" npx --no-install mcp-inspector --cli "$@"; }
for target in "node $root/packages/runtime/bin/runa.js mcp $manifest" "$url --transport http"; do
  # shellcheck disable=SC2086
  if inspect $target --method tools/list | grep -q test_simple_text &&
    inspect $target --method tools/call --tool-name test_simple_text | grep -q "simple text response"; then
    echo "passed inspector: ${target%% *}"
  else
    echo "FAILED inspector: $target"
    failed=1
  fi
done
exit $failed
