export type SpreadsheetCell = string | number

/** Marks text that a spreadsheet would evaluate as a formula; CSV has no types. */
export function harmlessCell(cell: SpreadsheetCell): SpreadsheetCell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** Reverses `harmlessCell`. */
export function plainCell(text: string) {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
