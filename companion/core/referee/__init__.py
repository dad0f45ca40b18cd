"""The referee: judging, reasons, and ready-made questions."""
