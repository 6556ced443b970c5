# For engine test frameworks (OpenBench, fastchess): `make EXE=path` builds the engine there.
EXE ?= quevedo

all:
	cargo build --release --locked
	cp target/release/quevedo $(EXE)

.PHONY: all
