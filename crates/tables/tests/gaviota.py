#!/usr/bin/env python3
"""Compares all distances to mate of three men with Gaviota's tables, read by python-chess.

usage: gaviota.py QUEVEDO [FOLDER [STEP]], where QUEVEDO is the program and FOLDER has Gaviota's files *.gtb.cp4
(Debian: `apt-get install gaviotatb`, /usr/share/gaviotatb/gtb4). With a STEP only one of so many positions is
compared. Needs `pip install chess`.
Says SKIPPED if either is missing; ends with code 1 at the first difference.
"""

import itertools
import pathlib
import subprocess
import sys


def boards(chess, step):
    """One of `step` positions of king and one man against king, either colour having the man."""
    pieces = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]
    for piece, owner, turn in itertools.product(pieces, chess.COLORS, chess.COLORS):
        squares = itertools.permutations(chess.SQUARES, 3)
        for white, black, square in itertools.islice(squares, 0, None, step):
            if chess.square_distance(white, black) < 2:
                continue
            if piece == chess.PAWN and chess.square_rank(square) in (0, 7):
                continue
            board = chess.Board(None)
            board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
            board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
            board.set_piece_at(square, chess.Piece(piece, owner))
            board.turn = turn
            if board.is_valid():
                yield board


def ours(line):
    """Plies from an answer of the program: positive for a win, 0 for a draw or a mated side."""
    kind, _, plies = line.strip().partition("\t")
    if kind == "error":
        sys.exit(f"the program says: {plies}")
    return {"win": 1, "loss": -1, "draw": 0}[kind] * int(plies or 0)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/gaviotatb/gtb4")
    try:
        import chess
        import chess.gaviota
    except ImportError:
        print("SKIPPED: python-chess is not installed")
        return
    if not list(folder.glob("*.gtb.cp4")):
        print(f"SKIPPED: there are no Gaviota tables in {folder}")
        return
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tables = chess.gaviota.PythonTablebase()
    tables.add_directory(str(folder))
    sample = list(boards(chess, step))
    command = [sys.argv[1], "tables", "probe", "--batch"]
    text = "".join(board.fen() + "\n" for board in sample)
    answers = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout.splitlines()
    if len(answers) != len(sample):
        sys.exit(f"{len(sample)} positions, {len(answers)} answers")
    for board, answer in zip(sample, answers):
        theirs = tables.probe_dtm(board)
        if ours(answer) != theirs:
            sys.exit(f"{board.fen()}: {answer!r}, Gaviota says {theirs}")
    print(f"{len(sample)} positions agree with Gaviota")


if __name__ == "__main__":
    main()
