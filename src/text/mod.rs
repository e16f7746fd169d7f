//! Defines what may reach a screen or a file: safe text, redaction of secrets, cutting at a width.
