# `./check --quick`: looks at what has changed, and at what depends on it as far as the time reaches.
# Sourced by ./check.

quick_seconds=${QUEVEDO_QUICK_SECONDS:-110}
left_out=()

# The package in a folder of crates/.
package() { sed -n 's/^name = "\(.*\)"/\1/p' "crates/$1/Cargo.toml" | head -n 1; }

# The commit that this work began from.
base_commit() {
  local base ref
  for ref in origin/main main; do
    if base=$(git merge-base HEAD "$ref" 2>/dev/null) && [[ $base != "$(git rev-parse HEAD)" ]]; then
      echo "$base"
      return
    fi
  done
  git rev-parse --verify --quiet HEAD~ || git rev-parse HEAD
}

# Folders of crates/ that use one of those given, directly or not, those that are used coming first.
dependents() {
  local found=("$@") again=1 folder name
  while [[ $again == 1 ]]; do
    again=0
    for folder in crates/*/; do
      folder=$(basename "$folder")
      [[ " ${found[*]} " == *" $folder "* ]] && continue
      for name in "${found[@]}"; do
        if sed -n '/^\[dependencies\]/,/^\[dev-dependencies\]/p' "crates/$folder/Cargo.toml" |
          grep -q "^$(package "$name")\.workspace"; then
          found+=("$folder")
          echo "$folder"
          again=1
          break
        fi
      done
    done
  done
}

time_left() { echo $((quick_seconds - SECONDS)); }

# Runs a command unless there is no time left, and ends it when there is none any more; what was left out
# is said at the end. $1 says what it is about.
in_time() {
  local what=$1 status=0
  shift
  if (($(time_left) <= 0)); then
    left_out+=("$what")
    return
  fi
  step "$what"
  if command -v timeout >/dev/null; then
    timeout --foreground "$(time_left)" "$@" || status=$?
  else
    "$@" || status=$?
  fi
  if [[ $status == 124 ]]; then
    left_out+=("$what (begun; no time left)")
  elif [[ $status != 0 ]]; then
    exit "$status"
  fi
}

quick() {
  local base changed=() users=() folder files arguments=()
  base=$(base_commit)
  files=$(git diff --name-only "$base"; git ls-files --others --exclude-standard)
  for folder in crates/*/; do
    folder=$(basename "$folder")
    if grep -q "^crates/$folder/" <<<"$files"; then changed+=("$folder"); fi
  done
  step "formatting"
  cargo fmt --all --check
  if [[ ${#changed[@]} == 0 ]]; then
    echo "no crate has changed since $(git rev-parse --short "$base")"
  else
    echo "changed since $(git rev-parse --short "$base"): ${changed[*]}"
    while read -r folder; do users+=("$folder"); done < <(dependents "${changed[@]}")
    for folder in "${changed[@]}"; do arguments+=(-p "$(package "$folder")"); done
    in_time "lints of ${changed[*]}" cargo clippy --locked --all-targets "${arguments[@]}" -- -D warnings
    for folder in "${changed[@]}" ${users[@]+"${users[@]}"}; do
      if [[ $folder == cli ]]; then
        in_time "tests of cli" cargo test --locked --quiet -p quevedo --bins --test cli
        left_out+=("the player's reliability and the tour of docs/cli.md")
      else
        in_time "tests of $folder" cargo test --locked --quiet -p "$(package "$folder")" --lib --tests
      fi
    done
  fi
  left_out+=("documentation and its tests" "fuzzing")
  if grep -q "^Cargo\.\|^\.cargo/\|^fuzz/" <<<"$files"; then
    left_out+=("what a change of Cargo.toml, Cargo.lock or fuzz/ does to the rest")
  fi
  say_skipped
  step "good, as far as a quick look goes. Not looked at (./check does):"
  printf '  %s\n' "${left_out[@]}"
}
