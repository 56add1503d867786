export type FamilyValue = string | number | boolean | Date | object | null | undefined
export type FamilyRow = Record<string, FamilyValue>
export type FamilyRows = Record<string, FamilyRow[]>

export interface FamilySize {
  companies: number
  contacts: number
  tickets: number
  messages: number
}

export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
}

export const rowsOf = (count: number, row: (index: number) => FamilyRow): FamilyRow[] =>
  Array.from({ length: count }, (_, index) => row(index))

export const at = (text: string) => new Date(text)
