"""What is typed into a search and is hardly a question, with the status and the sentence that answer it."""

ODD_QUESTIONS = (
    ("", 422, "Type what happened"),
    ("x" * 10_000, 422, "A question has at most 120 letters."),
    ("the of and", 422, "These words are in every rule."),
    ('"" ** (', 422, "Type what happened, in a few words."),
    ("\x00", 422, "Type what happened, in a few words."),
    ("xylophone", 200, "No rule mentions “xylophone”. Nothing was found."),
    ('trump" OR NOT (', 200, "<mark>trump</mark>"),
    ("NEAR(trump*)", 200, "<mark>trump</mark>"),
    ("<script>alert(1)</script>", 200, "No rule mentions"),
    ("trump\x00", 200, "<mark>trump</mark>"),
)
