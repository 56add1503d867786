export type SpreadsheetCell = string | number

/** Whether a spreadsheet would evaluate the text as a formula, if it is typed or read from CSV. */
export const isLikeFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

/** Marks such a text in CSV, which has no types, with a tab: spreadsheets then read a text, and show no mark. */
export const harmlessCell = (cell: SpreadsheetCell): SpreadsheetCell =>
  typeof cell === 'string' && isLikeFormula(cell) ? `\t${cell}` : cell

/** Reverses `harmlessCell`, and the apostrophe of other programs. */
export const plainCell = (text: string) => (/^['\t][=+\-@\t\r]/.test(text) ? text.slice(1) : text)
