import { type RowReason, type StartImportBody, readRow } from '../../src/contact-import/contact-import.contract'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'

export type ColumnField = 'number' | 'name' | 'surname' | 'email' | 'tags' | 'extra'

export interface ImportChoices {
  sheet: number
  /** Number of the row with the titles; it and the rows above are not imported. */
  headerRow: number | null
  fields: ReadonlyMap<number, ColumnField>
  except: ReadonlySet<number>
  update: boolean
  validateContact: boolean
  tagIds: number[]
}

/** Fields of the columns; people on a contact list have no tags. */
export const contactFields: readonly ColumnField[] = ['name', 'surname', 'number', 'email', 'tags', 'extra']
export const listFields = contactFields.filter((field) => field !== 'tags')

const extraColumnsMax = 50

/** Returns the server's guesses for a sheet. For a contact list, the other columns are variables of campaigns. */
export function guessedChoices(
  { sheets }: UploadAnswer,
  sheet: number,
  isList = false,
): Pick<ImportChoices, 'sheet' | 'headerRow' | 'fields'> {
  const { headerRow = null, columns = [] } = sheets[sheet] ?? {}
  const guesses = columns.flatMap(({ index, guess }) =>
    guess && !(isList && guess === 'tags') ? [[index, guess] as const] : [],
  )
  const guessed = new Set(guesses.map(([index]) => index))
  const others = columns.filter(({ index, title }) => isList && title.trim() !== '' && !guessed.has(index))
  const extra = others.slice(0, extraColumnsMax).map(({ index }) => [index, 'extra'] as const)
  return { sheet, headerRow, fields: new Map<number, ColumnField>([...guesses, ...extra]) }
}

/** Returns the column of the field; only `extra` may have several. */
export function columnOf(fields: ImportChoices['fields'], field: ColumnField): number | null {
  return [...fields].find(([, held]) => held === field)?.[0] ?? null
}

type SheetRow = UploadAnswer['rows'][number]

/** Returns why a row cannot be imported, once the columns of name and number are known. */
export function problemOfRow({ cells }: SheetRow, fields: ImportChoices['fields']): RowReason | undefined {
  const [name, number] = [columnOf(fields, 'name'), columnOf(fields, 'number')]
  if (name === null || number === null) return undefined
  const row = readRow(cells, { name, number, surname: columnOf(fields, 'surname') })
  return 'reason' in row ? row.reason : undefined
}

/** Of a long sheet only `seen` rows are known: then the count is not `exact`. */
export function countRows({ headerRow, except, fields }: ImportChoices, total: number, seen: readonly SheetRow[]) {
  const isBelow = (row: number) => row > (headerRow ?? 0)
  const above = seen.filter(({ number }) => !isBelow(number)).length
  const excluded = [...except].filter(isBelow).length
  const faulty = seen.filter((row) => isBelow(row.number) && !except.has(row.number) && problemOfRow(row, fields))
  return { count: Math.max(0, total - above - excluded - faulty.length), exact: seen.length >= total }
}

export function problemOf({ fields }: ImportChoices, chosenRows: number): 'noNumber' | 'noName' | 'noRows' | undefined {
  if (columnOf(fields, 'number') === null) return 'noNumber'
  if (columnOf(fields, 'name') === null) return 'noName'
  return chosenRows > 0 ? undefined : 'noRows'
}

export function startBody(
  { sheet, headerRow, fields, except, update, validateContact, tagIds }: ImportChoices,
  titleOf: (index: number) => string,
  contactListId: number | null,
): StartImportBody {
  const extraInfo = [...fields].flatMap(([column, field]) =>
    field === 'extra' ? [{ column, name: titleOf(column) }] : [],
  )
  return {
    sheet,
    headerRow,
    update,
    validateContact,
    tagIds,
    contactListId,
    mapping: {
      number: columnOf(fields, 'number') ?? 0,
      name: columnOf(fields, 'name') ?? 0,
      surname: columnOf(fields, 'surname'),
      email: columnOf(fields, 'email'),
      tags: columnOf(fields, 'tags'),
      extraInfo,
    },
    rows: except.size === 0 ? 'all' : { except: [...except] },
  }
}
