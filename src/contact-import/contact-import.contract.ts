import * as v from 'valibot'
import { readNumber } from '../contact/number/read-number.contract'
import { Flag, flagOr, Id, IdOrNone } from '../kernel/http/body-values'
import { nameText, cleanName } from '../kernel/text/name-text.contract'
import { IdText, listUpTo, orEmpty } from '../kernel/http/request-parts'
import { spreadsheetLimits } from '../kernel/spreadsheet/spreadsheet-limits'
import { contactNameMax } from '../contact/contact.contract'
import { plainCell } from '../kernel/spreadsheet/write/harmless-cell.contract'

export const importKinds = ['spreadsheet', 'phonebook', 'chats'] as const
export const importStates = ['uploaded', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export const rowOutcomes = ['created', 'updated', 'ignored', 'failed'] as const

const rowReasons = [
  'missingName',
  'missingNumber',
  'group',
  'invalidNumber',
  'numberTooShort',
  'numberTooLong',
  'damagedNumber',
  'alreadyExists',
  'alreadyListed',
  'notOnWhatsApp',
  'unverified',
  'invalidEmail',
  'tooManyTags',
] as const
export type RowReason = (typeof rowReasons)[number]

export const importRetentionHours = 24

/** Rows from the top that may contain the titles. */
export const titleRowsMax = 10

export const ImportParams = v.object({ id: IdText })

const column = v.pipe(v.number('required'), v.integer(), v.minValue(0), v.maxValue(spreadsheetLimits.columnsMax - 1))
const columnOrNone = v.optional(v.nullable(column), null)

export const ImportMapping = v.object({
  number: column,
  name: column,
  surname: columnOrNone,
  email: columnOrNone,
  tags: columnOrNone,
  extraInfo: v.optional(listUpTo(v.object({ column, name: nameText(1, 250) }), 50), []),
})
export type ImportMapping = v.InferOutput<typeof ImportMapping>

const rowNumber = v.pipe(v.number(), v.integer(), v.minValue(1))
const rowNumbers = listUpTo(rowNumber, spreadsheetLimits.rowsMax)

const RowChoice = v.union([
  v.literal('all'),
  v.pipe(rowNumbers, v.minLength(1, 'noRows')),
  v.object({ except: rowNumbers }),
])
export type RowChoice = v.InferOutput<typeof RowChoice>

export const StartImportBody = v.object({
  sheet: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  header: v.optional(Flag),
  /** Number of that row in the sheet; null without one, guessed by default. It and the rows above it are not imported. */
  headerRow: v.optional(v.nullable(rowNumber)),
  mapping: ImportMapping,
  rows: v.optional(RowChoice, 'all'),
  validateContact: flagOr(false),
  update: flagOr(false),
  tagIds: v.optional(listUpTo(Id, 100), []),
  /** Adds the rows to this contact list, not to the contacts. Takes no tags, and numbers are checked anyway. */
  contactListId: v.optional(IdOrNone, null),
})
export type StartImportBody = v.InferOutput<typeof StartImportBody>

export type ImportOptions = Omit<StartImportBody, 'header' | 'headerRow' | 'contactListId'> & {
  header: boolean
  /** Older imports have titles in the first row. */
  headerRow?: number | undefined
}

export const AddressBookBody = v.optional(v.object({ whatsappId: v.optional(IdOrNone) }))

export const UploadRowsQuery = v.object({
  sheet: v.optional(v.pipe(v.string(), v.digits(), v.toNumber()), '0'),
  from: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.maxValue(spreadsheetLimits.rowsMax)), '0'),
})

/** `after`: the last row of the page before. */
export const ImportRowsQuery = v.object({ after: orEmpty(v.pipe(v.string(), v.digits(), v.toNumber())) })

export const ImportContactBody = v.object({
  name: nameText(1, 250),
  number: v.pipe(
    v.union([v.string('required'), v.number()]),
    v.transform(String),
    v.trim(),
    v.maxLength(50, 'tooLong'),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readNumber(dataset.value)
      if ('number' in read) return read.number
      addIssue({ message: read.reason })
      return NEVER
    }),
  ),
  email: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(250))), ''),
  /** Separated by commas, or a list. */
  tags: v.optional(v.nullable(v.union([v.string(), v.array(v.union([v.string(), v.number()]))])), ''),
  validateContact: flagOr(false),
})
export type ImportContactBody = v.InferOutput<typeof ImportContactBody>

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
