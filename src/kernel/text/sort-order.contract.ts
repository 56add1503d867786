import { foldText } from './fold-text.contract'

interface Identified {
  id: number
}

export function byText<Row extends Identified>(textOf: (row: Row) => string) {
  return (a: Row, b: Row) => foldText(textOf(a)).localeCompare(foldText(textOf(b))) || a.id - b.id
}

export const byName = byText<Identified & { name: string }>(({ name }) => name)

export function byKey<Row extends Identified>(keyOf: (row: Row) => string) {
  return (a: Row, b: Row) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one < other ? -1 : one > other ? 1 : a.id - b.id
  }
}
