#!/usr/bin/env bash
# The page: that its types and its built files are those of the sources, its unit tests, and its tests in a real
# browser. Where Node, npm's registry or Chromium cannot be had it says so and leaves out what needs them, except
# when CI=true.
#
#   web/check.sh PROGRAM     the program that serves the page
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")"

skip() {
  if [[ "${CI:-}" == true ]]; then
    echo "the page cannot be tested: $1" >&2
    exit 1
  fi
  echo "SKIPPED: the page's tests: $1"
  if [[ -n "${QUEVEDO_SKIPPED:-}" ]]; then echo "the page's tests: $1" >>"$QUEVEDO_SKIPPED"; fi
  exit 0
}

# Debian's packages, where we may install them and nobody has.
have() { command -v "$1" >/dev/null 2>&1; }
if { ! have npm || ! have chromium; } && have apt-get && [[ $(id -u) == 0 ]]; then
  missing=()
  have npm || missing+=(nodejs npm)
  have chromium || missing+=(chromium)
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}"; } >/dev/null 2>&1 || true
fi
have npm || skip "there is no Node (Debian: apt install nodejs npm)"

npm ci --no-audit --no-fund --loglevel=error || skip "npm cannot install the page's packages"
npm test
npm run --silent types

# W15: what is committed is what the sources build.
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
npx vite build --outDir "$built" --emptyOutDir --logLevel error
if ! diff -r "$built" ../crates/web/dist; then
  echo "crates/web/dist is not what web/ builds: run \`npm run build\` in web/" >&2
  exit 1
fi
node size.mjs "$built"
node tests/browser/run.mjs "$program"
