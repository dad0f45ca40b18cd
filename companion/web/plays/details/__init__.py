"""Details of a play: discarding it, remarks, its time, final totals, corrected seats."""
