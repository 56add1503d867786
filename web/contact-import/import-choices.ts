import type { StartImportBody } from '../../src/contact-import/contact-import.contract'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'

/** The content of a column; `extra` is an additional field named like the column. */
export type ColumnField = 'number' | 'name' | 'surname' | 'email' | 'tags' | 'extra'

export interface ImportChoices {
  sheet: number
  header: boolean
  /** By column index. */
  fields: ReadonlyMap<number, ColumnField>
  /** Row numbers to skip. */
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
): Pick<ImportChoices, 'sheet' | 'header' | 'fields'> {
  const { header = true, columns = [] } = sheets[sheet] ?? {}
  const guesses = columns.flatMap(({ index, guess }) =>
    guess && !(isList && guess === 'tags') ? [[index, guess] as const] : [],
  )
  const guessed = new Set(guesses.map(([index]) => index))
  const others = columns.filter(({ index, title }) => isList && title.trim() !== '' && !guessed.has(index))
  const extra = others.slice(0, extraColumnsMax).map(({ index }) => [index, 'extra'] as const)
  return { sheet, header, fields: new Map<number, ColumnField>([...guesses, ...extra]) }
}

/** Returns the column of the field; only `extra` may have several. */
export function columnOf(fields: ImportChoices['fields'], field: ColumnField): number | null {
  return [...fields].find(([, held]) => held === field)?.[0] ?? null
}

type SheetRow = UploadAnswer['rows'][number]

/** Rows without a name or number are ignored. */
export function isIgnored({ cells }: SheetRow, fields: ImportChoices['fields']) {
  return (['name', 'number'] as const).some((field) => {
    const column = columnOf(fields, field)
    return column !== null && !cells[column]
  })
}

/**
 * Counts the chosen rows without those that will be ignored. Of a long sheet only the `seen` rows are known, so that
 * the count may be too high: it is then not `exact`.
 */
export function countRows({ header, except, fields }: ImportChoices, total: number, seen: readonly SheetRow[]) {
  const firstNumber = header ? Math.min(...seen.map(({ number }) => number)) : undefined
  const ignored = seen.filter(
    (row) => row.number !== firstNumber && !except.has(row.number) && isIgnored(row, fields),
  ).length
  return { count: Math.max(0, total - (header ? 1 : 0) - except.size - ignored), exact: seen.length >= total }
}

/** Returns the error of the choices as a key of the texts. */
export function problemOf({ fields }: ImportChoices, chosenRows: number): 'noNumber' | 'noName' | 'noRows' | undefined {
  if (columnOf(fields, 'number') === null) return 'noNumber'
  if (columnOf(fields, 'name') === null) return 'noName'
  return chosenRows > 0 ? undefined : 'noRows'
}

export function startBody(
  { sheet, header, fields, except, update, validateContact, tagIds }: ImportChoices,
  titleOf: (index: number) => string,
  contactListId: number | null,
): StartImportBody {
  const extraInfo = [...fields].flatMap(([column, field]) =>
    field === 'extra' ? [{ column, name: titleOf(column) }] : [],
  )
  return {
    sheet,
    header,
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
