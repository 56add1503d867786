export type SpreadsheetCell = string | number

/** Text that a spreadsheet would calculate is marked as text, since a CSV file cannot say what is a formula. */
export function harmlessCell(cell: SpreadsheetCell): SpreadsheetCell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** What `harmlessCell` was given. */
export function plainCell(text: string) {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
