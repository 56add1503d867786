import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import type { ImportOptions, RowReason } from '../contact-import.contract'
import { type ImportEntry, phoneIdentity } from './import-entry'
import { cellOf, readRow } from '../read-row.contract'
import type { createTagReader } from './read-tags'

const valueLengthMax = 4096
const Email = v.pipe(v.string(), v.maxLength(250), v.email())

export interface RefusedRow {
  outcome: 'ignored' | 'failed'
  reason: RowReason
}

/** An unreadable number is an error; without name or number it is ignored. */
export function readEntry(
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
