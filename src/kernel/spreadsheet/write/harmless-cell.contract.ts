export type SpreadsheetCell = string | number

export const isLikeFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

/** CSV has no types: after a tab, spreadsheets read a text and show no mark. */
export const harmlessCell = (cell: SpreadsheetCell): SpreadsheetCell =>
  typeof cell === 'string' && isLikeFormula(cell) ? `\t${cell}` : cell

/** Also removes the apostrophe of other programs. */
export const plainCell = (text: string) => (/^['\t][=+\-@\t\r]/.test(text) ? text.slice(1) : text)
