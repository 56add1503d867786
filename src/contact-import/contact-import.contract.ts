import * as v from 'valibot'
import { Flag, flagOr, Id, IdOrNone } from '../kernel/body-values'
import { nameText } from '../kernel/name-text.contract'
import { IdText, listUpTo, orEmpty } from '../kernel/request-parts'
import { spreadsheetLimits } from '../kernel/spreadsheet/spreadsheet-limits'

export const importKinds = ['spreadsheet', 'phonebook', 'chats'] as const
export const importStates = ['uploaded', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] as const
export const rowOutcomes = ['created', 'updated', 'ignored', 'failed'] as const

/** Why a row did not simply become a contact. */
export const rowReasons = [
  'missingName',
  'missingNumber',
  'invalidNumber',
  'numberTooShort',
  'numberTooLong',
  'damagedNumber',
  'alreadyExists',
  'notOnWhatsApp',
  'unverified',
  'invalidEmail',
  'tooManyTags',
] as const
export type RowReason = (typeof rowReasons)[number]

/** How long an import can be undone and an upload waits to be imported. */
export const importKeptHours = 24

export const ImportParams = v.object({ id: IdText })

const column = v.pipe(v.number('required'), v.integer(), v.minValue(0), v.maxValue(spreadsheetLimits.columnsMax - 1))
const columnOrNone = v.optional(v.nullable(column), null)

/** Index of a column, from 0, for each field. */
export const ImportMapping = v.object({
  number: column,
  name: column,
  email: columnOrNone,
  tags: columnOrNone,
  extraInfo: v.optional(listUpTo(v.object({ column, name: nameText(1, 250) }), 50), []),
})
export type ImportMapping = v.InferOutput<typeof ImportMapping>

const rowNumber = v.pipe(v.number(), v.integer(), v.minValue(1))
const rowNumbers = listUpTo(rowNumber, spreadsheetLimits.rowsMax)

/** Row numbers as in the sheet. */
const RowChoice = v.union([
  v.literal('all'),
  v.pipe(rowNumbers, v.minLength(1, 'noRows')),
  v.object({ except: rowNumbers }),
])
export type RowChoice = v.InferOutput<typeof RowChoice>

/** POST /contacts/upload/:id/import. */
export const StartImportBody = v.object({
  sheet: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  /** Whether the first row names the columns; as it looks when left out. */
  header: v.optional(Flag),
  mapping: ImportMapping,
  rows: v.optional(RowChoice, 'all'),
  /** Asks the provider whether each number has an account. */
  validateContact: flagOr(false),
  /** Known contacts get what they lack. */
  update: flagOr(false),
  /** For every contact of the import. */
  tagIds: v.optional(listUpTo(Id, 100), []),
})
export type StartImportBody = v.InferOutput<typeof StartImportBody>

/** What the import job needs to know. */
export type ImportOptions = Omit<StartImportBody, 'header'> & { header: boolean }

/** POST /contacts/import and /contacts/import/chats. */
export const AddressBookBody = v.optional(v.object({ whatsappId: v.optional(IdOrNone) }))

/** GET /contacts/upload/:id/rows. */
export const UploadRowsQuery = v.object({
  sheet: v.optional(v.pipe(v.string(), v.digits(), v.toNumber()), '0'),
  /** How many rows of the sheet to pass over. */
  from: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.maxValue(spreadsheetLimits.rowsMax)), '0'),
})

/** GET /contacts/imports/:id/rows. `after`: the row number that the page before ended with. */
export const ImportRowsQuery = v.object({ after: orEmpty(v.pipe(v.string(), v.digits(), v.toNumber())) })

/** POST /contactsImport: one contact from another program. */
export const ImportContactBody = v.object({
  name: nameText(1, 250),
  number: v.pipe(
    v.union([v.string('required'), v.number()]),
    v.transform(String),
    v.trim(),
    v.maxLength(50, 'tooLong'),
  ),
  email: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(250))), ''),
  /** Names, separated by commas, or a list of them. */
  tags: v.optional(v.nullable(v.union([v.string(), v.array(v.union([v.string(), v.number()]))])), ''),
  validateContact: flagOr(false),
})
export type ImportContactBody = v.InferOutput<typeof ImportContactBody>
