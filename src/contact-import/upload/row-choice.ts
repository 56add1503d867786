import type { RowChoice } from '../contact-import.contract'

/** Returns whether a row number was chosen; the header never is. */
export function chosenRows(choice: RowChoice, headerRow: number | undefined): (row: number) => boolean {
  const listed = new Set(choice === 'all' ? [] : Array.isArray(choice) ? choice : choice.except)
  const isListed = Array.isArray(choice)
  return (row) => row !== headerRow && (choice === 'all' || listed.has(row) === isListed)
}

export function countChosen(rows: number, headerRow: number | undefined, choice: RowChoice) {
  const choosable = rows - (headerRow === undefined ? 0 : 1)
  if (choice === 'all') return choosable
  const listed = new Set(Array.isArray(choice) ? choice : choice.except)
  if (headerRow !== undefined) listed.delete(headerRow)
  return Math.min(choosable, Math.max(0, Array.isArray(choice) ? listed.size : choosable - listed.size))
}
