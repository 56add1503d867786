import type { RowChoice } from '../contact-import.contract'
import type { SheetTitles } from './guess-columns'

/** Returns whether a row number was chosen; the header and the rows above it never are. */
export function chosenRows(choice: RowChoice, headerRow = 0): (row: number) => boolean {
  const listed = new Set(choice === 'all' ? [] : Array.isArray(choice) ? choice : choice.except)
  const isListed = Array.isArray(choice)
  return (row) => row > headerRow && (choice === 'all' || listed.has(row) === isListed)
}

export function countChosen(rows: number, header: SheetTitles['header'], choice: RowChoice) {
  const choosable = rows - (header ? header.index + 1 : 0)
  if (choice === 'all') return choosable
  const given = new Set(Array.isArray(choice) ? choice : choice.except)
  const listed = [...given].filter((row) => row > (header?.number ?? 0)).length
  return Math.min(choosable, Math.max(0, Array.isArray(choice) ? listed : choosable - listed))
}
