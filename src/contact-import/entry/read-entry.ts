import * as v from 'valibot'
import { contactNameMax } from '../../contact/contact.contract'
import { plainCell } from '../../kernel/spreadsheet/write/harmless-cell.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { cleanName } from '../../kernel/text/name-text.contract'
import type { SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import type { ImportOptions, RowReason } from '../contact-import.contract'
import { type ImportEntry, phoneIdentity } from './import-entry'
import { readNumber } from '../../contact/number/read-number'
import type { createTagReader } from './read-tags'

const valueLengthMax = 4096
/** Ids of groups, as other programs export them: today's, and those with the maker's number. */
const isGroupId = (text: string) => /^(?:\d{18,25}|\d{8,15}-\d{10})(?:@g\.us)?$/.test(text.trim())
const Email = v.pipe(v.string(), v.maxLength(250), v.email())

export interface RefusedRow {
  outcome: 'ignored' | 'failed'
  reason: RowReason
}

/** Reads a spreadsheet row. Rows without name or number are ignored; an unreadable number is an error. */
export function readEntry(
  ctx: CompanyContext,
  { cells }: SpreadsheetRow,
  { mapping, tagIds }: ImportOptions,
  readTags: ReturnType<typeof createTagReader>,
): ImportEntry | RefusedRow {
  const cell = (column: number | null) => (column === null ? '' : plainCell(cells[column] ?? ''))
  const nameText = [cell(mapping.name), cell(mapping.surname ?? null)].join(' ')
  const name = cleanName(nameText.slice(0, contactNameMax * 2)).slice(0, contactNameMax)
  if (name === '') return { outcome: 'ignored', reason: 'missingName' }
  const numberText = cell(mapping.number)
  if (numberText === '') return { outcome: 'ignored', reason: 'missingNumber' }
  if (isGroupId(numberText)) return { outcome: 'ignored', reason: 'group' }
  const read = readNumber(numberText)
  if ('reason' in read) return { outcome: 'failed', reason: read.reason }
  const emailText = cell(mapping.email)
  const email = v.safeParse(Email, emailText).success ? emailText : ''
  const tags = readTags(ctx, cell(mapping.tags))
  const remark = email !== emailText ? 'invalidEmail' : tags.isCut ? 'tooManyTags' : undefined
  return {
    name,
    number: read.number,
    email,
    remark,
    extraInfo: mapping.extraInfo.flatMap(({ column, name: field }) => {
      const value = cell(column).slice(0, valueLengthMax)
      return value === '' ? [] : [{ name: field, value }]
    }),
    tagIds: [...new Set([...tagIds, ...tags.tagIds])],
    identities: [phoneIdentity(read.number)],
  }
}
