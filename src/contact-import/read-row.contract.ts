import { contactNameMax } from '../contact/contact.contract'
import { readNumber } from '../contact/number/read-number.contract'
import { plainCell } from '../kernel/spreadsheet/write/harmless-cell.contract'
import { cleanName } from '../kernel/text/name-text.contract'
import type { ImportMapping, RowReason } from './contact-import.contract'

/** Ids of groups, as other programs export them: today's, and those with the maker's number. */
const groupId = /^(?:\d{18,25}|\d{8,15}-\d{10})(?:@g\.us)?$/

type Columns = Pick<ImportMapping, 'name' | 'surname' | 'number'>

/** Returns the text as it was before an export marked it. */
export const cellOf = (cells: readonly string[], column: number | null) =>
  column === null ? '' : plainCell(cells[column] ?? '')

/** Returns why a row is not imported, if it is not. */
export function readRow(
  cells: readonly string[],
  { name: nameColumn, surname, number: numberColumn }: Columns,
): { name: string; number: string } | { outcome: 'ignored' | 'failed'; reason: RowReason } {
  const nameText = [cellOf(cells, nameColumn), cellOf(cells, surname)].join(' ')
  const name = cleanName(nameText.slice(0, contactNameMax * 2)).slice(0, contactNameMax)
  if (name === '') return { outcome: 'ignored', reason: 'missingName' }
  const text = cellOf(cells, numberColumn)
  if (text === '') return { outcome: 'ignored', reason: 'missingNumber' }
  if (groupId.test(text.trim())) return { outcome: 'ignored', reason: 'group' }
  const read = readNumber(text)
  return 'reason' in read ? { outcome: 'failed', reason: read.reason } : { name, number: read.number }
}
