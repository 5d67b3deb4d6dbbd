"""The work of the commands: `doctor`, `copy`, `sheet`, `almanac`, `export-club` and
`import-club`."""
