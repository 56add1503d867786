import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import { readSheetRows } from '../../kernel/spreadsheet/rows-file'
import { type ContactImport, rowsPathOf, chosenRows } from '../contact-import.queries'
import { type ImportEntry, phoneIdentity } from '../entry/import-entry'
import { createTagReader } from '../entry/read-tags'
import { contactNameMax } from '../../contact/contact.contract'
import { cleanName } from '../../kernel/text/name-text.contract'
import * as v from 'valibot'
import { type ImportOptions, type RowReason, cellOf, readRow } from '../contact-import.contract'

export interface PreparedImport {
  path: string
  isChosen(row: number): boolean
  read(ctx: CompanyContext, row: SpreadsheetRow): ImportEntry | RefusedRow
}

const prepared = perCompany(() => new Map<number, PreparedImport>())

/** Parsing the options takes longer than a batch. */
export function prepareImport(ctx: CompanyContext, row: ContactImport): PreparedImport {
  const known = prepared(ctx.company).get(row.id)
  if (known) return known
  const { options, sheets } = row
  const path = rowsPathOf(ctx, row)
  const sheet = sheets[options.sheet]
  const first = options.header && sheet ? readSheetRows(path, sheet, 0, 1)[0]?.number : undefined
  const headerRow = options.headerRow ?? first
  const readTags = createTagReader(ctx)
  const made: PreparedImport = {
    path,
    isChosen: chosenRows(options.rows, headerRow),
    read: (now, line) =>
      row.kind === 'spreadsheet' ? readEntry(now, line, options, readTags) : readAddressBookEntry(row, line),
  }
  prepared(ctx.company).set(row.id, made)
  return made
}

export function forgetPrepared(ctx: CompanyContext, importId: number) {
  prepared(ctx.company).delete(importId)
}

/** Name, number and LID; some may be empty. */
function readAddressBookEntry({ kind }: ContactImport, { cells }: SpreadsheetRow): ImportEntry | RefusedRow {
  const [given = '', number = '', lid = ''] = cells
  const name = cleanName(given).slice(0, contactNameMax) || (kind === 'chats' ? number : '')
  if (name === '') return { outcome: 'ignored', reason: 'missingName' }
  if (number === '' && lid === '') return { outcome: 'ignored', reason: 'missingNumber' }
  return {
    name,
    number,
    email: '',
    extraInfo: [],
    tagIds: [],
    identities: [
      ...(number === '' ? [] : [phoneIdentity(number)]),
      ...(lid === '' ? [] : [{ scope: 0, kind: 'lid' as const, value: lid }]),
    ],
  }
}

const valueLengthMax = 4096
const Email = v.pipe(v.string(), v.maxLength(250), v.email())

interface RefusedRow {
  outcome: 'ignored' | 'failed'
  reason: RowReason
}

/** An unreadable number is an error; without name or number it is ignored. */
function readEntry(
  ctx: CompanyContext,
  { cells }: SpreadsheetRow,
  { mapping, tagIds }: ImportOptions,
  readTags: ReturnType<typeof createTagReader>,
): ImportEntry | RefusedRow {
  const row = readRow(cells, mapping)
  if ('reason' in row) return row
  const cell = (column: number | null) => cellOf(cells, column)
  const emailText = cell(mapping.email)
  const email = v.safeParse(Email, emailText).success ? emailText : ''
  const tags = readTags(ctx, cell(mapping.tags))
  const remark = email !== emailText ? 'invalidEmail' : tags.isCut ? 'tooManyTags' : undefined
  return {
    ...row,
    email,
    remark,
    extraInfo: mapping.extraInfo.flatMap(({ column, name: field }) => {
      const value = cell(column).slice(0, valueLengthMax)
      return value === '' ? [] : [{ name: field, value }]
    }),
    tagIds: [...new Set([...tagIds, ...tags.tagIds])],
    identities: [phoneIdentity(row.number)],
  }
}
