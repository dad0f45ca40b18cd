"""Values as somebody may type them: names, and numbers that are none."""

ANN = {"tricks.0": "5"}
MARKUP = '<b onclick="x">&\'"</b>'
NAMES = [MARKUP, "🂡 Ace", "شهرزاد", "\u202eleft", "0"]
BAD_NUMBERS = ["-1", "6", "5.0", "five", "NaN", "Infinity", "1e1", "0x5", "99999999", "9" * 400, "٥", "5\0", "<b>5</b>",
               "5;DROP TABLE edit", "\u202e5", "5🂡", "--5"]  # fmt: skip
