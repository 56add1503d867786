import { foldText } from '../kernel/fold-text.contract'
import { digitsOf } from '../contact/phone-number'
import type { UploadColumn } from './contact-import.calls'

type Field = NonNullable<UploadColumn['guess']>

const words: [Field, RegExp][] = [
  ['email', /e-?mail|correo/],
  ['number', /numero|telefon|celular|phone|whats|movil|fone|number/],
  ['tags', /etiqueta|\btags?\b|label/],
  ['name', /nome|name|nombre|contato|cliente|contact/],
]

const looksLikeNumber = (text: string) => digitsOf(text).length >= 8 && !/\p{L}/u.test(text)
const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

/** Returns whether the first row contains titles: it has no number and no address. */
export function guessHeader(first: readonly string[]) {
  return first.length > 0 && !first.some((cell) => looksLikeNumber(cell) || looksLikeEmail(cell))
}

export function guessColumns(
  titles: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
  count: number,
): UploadColumn[] {
  const taken = new Set<Field>()
  const columns = Array.from({ length: count }, (_, index): UploadColumn => {
    const title = titles?.[index] ?? ''
    const guess = words.find(([field, pattern]) => !taken.has(field) && pattern.test(foldText(title)))?.[0] ?? null
    if (guess) taken.add(guess)
    return { index, title, guess }
  })
  for (const column of columns) column.guess ??= takeByValue(column.index, sample, taken)
  return columns
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
