import { foldText } from './fold-text.contract'

interface Identified {
  id: number
}

/** Sorts by a text regardless of case and accents, then by id. */
export function byText<Row extends Identified>(textOf: (row: Row) => string) {
  return (a: Row, b: Row) => foldText(textOf(a)).localeCompare(foldText(textOf(b))) || a.id - b.id
}

export const byName = byText<Identified & { name: string }>(({ name }) => name)

/** Sorts by a folded text as SQLite does, character by character, then by id. */
export function byKey<Row extends Identified>(keyOf: (row: Row) => string) {
  return (a: Row, b: Row) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one < other ? -1 : one > other ? 1 : a.id - b.id
  }
}
