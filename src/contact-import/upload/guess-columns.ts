import { foldText } from '../../kernel/text/fold-text.contract'
import { digitsOf } from '../../kernel/text/phone-number'
import type { UploadColumn } from '../contact-import.calls'
import { titleRowsMax } from '../contact-import.contract'

type Field = NonNullable<UploadColumn['guess']>

const surnameTitle = /^(?:sobrenome|apellidos?|last name|family name|surname)$/
const words: [Field, RegExp][] = [
  ['email', /e-?mail|correo/],
  ['number', /numero|telefon|celular|phone|whats|movil|mobile|\bzap\b|fone|number|^tel$/],
  ['tags', /etiqueta|\btags?\b|^labels?$|^categories$|group membership/],
  ['surname', surnameTitle],
  ['name', /nome|name|nombre|contato|cliente|contact|^fn$/],
]
/** Like those of a field: its kind, its pronunciation, parts of the name. */
const others =
  /\b(?:label|type|tipo)$|phonetic|yomi|middle name|additional name|name (?:prefix|suffix)|nickname|file as|organization|^tel \d/
const firstNameTitle = /^(?:primeiro nome|first name|given name|primer nombre)$/
/** A column with the whole name comes before one with a part of it. */
const wholeName = /^(?:nome completo|full name|display name|nombre completo|fn)$/
/** The whole name, or the first beside a surname. */
const plainName = /^(?:nome|name|nombre)$/

/** Dates stand above tables. */
const isDate = (text: string) => /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2})(?:[ T]|$)/.test(text.trim())
const looksLikeNumber = (text: string) => digitsOf(text).length >= 8 && !/\p{L}/u.test(text) && !isDate(text)
const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

function mayBeTitles(first: readonly string[]) {
  return first.length > 0 && !first.some((cell) => looksLikeNumber(cell) || looksLikeEmail(cell))
}

interface TitledRow {
  number: number
  cells: readonly string[]
}

export interface SheetTitles {
  /** `index`: rows above that are not blank. */
  header: { number: number; index: number } | undefined
  titles: readonly string[] | undefined
  sample: (readonly string[])[]
}

const titleLengthMax = 40

export function findTitles(rows: readonly TitledRow[]): SheetTitles {
  return splitAtTitles(rows, findTitleIndex(rows.map(({ cells }) => cells)))
}

export function splitAtTitles(rows: readonly TitledRow[], index: number | undefined): SheetTitles {
  const row = index === undefined ? undefined : rows[index]
  const sample = rows.slice(row === undefined ? 0 : (index ?? 0) + 1).map(({ cells }) => cells)
  const header = row && { number: row.number, index: index ?? 0 }
  return { header, titles: row?.cells, sample }
}

/** Two known titles are enough. Otherwise the titles are directly above the first person, or in the first row. */
function findTitleIndex(rows: readonly (readonly string[])[]): number | undefined {
  const filledOf = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length
  const widest = Math.max(0, ...rows.map(filledOf))
  const candidates = rows.slice(0, titleRowsMax).flatMap((cells, index) => {
    const filled = filledOf(cells)
    // A heading such as "List of customers" stands alone.
    const isHeading = filled === 1 && widest > 1
    const known = isHeading ? 0 : cells.filter(isKnownTitle).length
    return mayBeTitles(cells) ? [{ index, filled, known }] : []
  })
  const [best] = candidates.toSorted((a, b) => b.known - a.known)
  if (best && best.known > 1) return best.index
  const firstPerson = rows.findIndex((cells) => !mayBeTitles(cells))
  const above = candidates.filter(({ index }) => firstPerson === -1 || index < firstPerson)
  const [found] = above.toSorted(
    (a, b) => b.known - a.known || b.filled - a.filled || (a.filled === 1 ? b.index - a.index : 0),
  )
  return firstPerson === -1 && found?.known === 0 ? above[0]?.index : found?.index
}

function isKnownTitle(cell: string) {
  const title = foldText(cell).trim()
  return title.length <= titleLengthMax && (others.test(title) || words.some(([, pattern]) => pattern.test(title)))
}

export function guessColumns(
  titles: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
  count: number,
): UploadColumn[] {
  const taken = new Set<Field>()
  const folded = (titles ?? []).map((title) => foldText(title).trim())
  const whole = findWholeName(folded)
  // The surname would be repeated.
  const fields = words.filter(([field]) => whole === -1 || field !== 'surname')
  const columns = Array.from({ length: count }, (_, index): UploadColumn => {
    const title = folded[index] ?? ''
    const known = others.test(title)
      ? undefined
      : fields.find(([field, pattern]) => !taken.has(field) && pattern.test(title))?.[0]
    const guess = known === 'name' && whole !== -1 && whole !== index ? undefined : known
    if (guess) taken.add(guess)
    return { index, title: titles?.[index] ?? '', guess: guess ?? null }
  })
  if (!taken.has('name')) dropSurname(columns, taken)
  for (const column of columns) {
    if (!others.test(folded[column.index] ?? '')) column.guess ??= takeByValue(column.index, sample, taken)
  }
  return columns
}

function findWholeName(titles: readonly string[]) {
  const has = (pattern: RegExp) => titles.some((title) => pattern.test(title))
  const isSplit = has(surnameTitle) && !has(firstNameTitle)
  return titles.findIndex((title) => wholeName.test(title) || (plainName.test(title) && !isSplit))
}

/** A surname alone is the name. */
function dropSurname(columns: UploadColumn[], taken: Set<Field>) {
  const surname = columns.find(({ guess }) => guess === 'surname')
  if (!surname) return
  surname.guess = 'name'
  taken.add('name')
}

function takeByValue(index: number, sample: readonly (readonly string[])[], taken: Set<Field>): Field | null {
  const values = sample.flatMap((row) => row[index] || [])
  const isMostly = (test: (text: string) => boolean) => values.filter(test).length > values.length / 2
  const tests: [Field, (text: string) => boolean][] = [
    ['number', looksLikeNumber],
    ['email', looksLikeEmail],
    ['name', (text) => /\p{L}{2}/u.test(text)],
  ]
  const found = tests.find(([field, test]) => values.length > 0 && !taken.has(field) && isMostly(test))?.[0] ?? null
  if (found) taken.add(found)
  return found
}
