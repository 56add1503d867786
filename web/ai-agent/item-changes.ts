interface Item {
  id: number | null
}

export interface ItemChanges<Values> {
  /** New and changed items, with their places in the list. */
  stored: { item: Values; index: number }[]
  removed: number[]
}

/** The changes to send. An item that only moved counts as changed. */
export function changedItems<Values extends Item>(
  now: readonly Values[],
  before: readonly Values[],
): ItemChanges<Values> {
  const places = new Map(before.map((item, index) => [item.id, { text: textOf(item), index }]))
  const stored = now.flatMap((item, index) => {
    const known = item.id === null ? undefined : places.get(item.id)
    return known && known.index === index && known.text === textOf(item) ? [] : [{ item, index }]
  })
  const kept = new Set(now.map(({ id }) => id))
  const removed = before.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]))
  return { stored, removed }
}

/** A product with new files counts as changed. */
const textOf = (item: object) =>
  JSON.stringify(item, (_, value: unknown) => (value instanceof File ? `${value.name} ${value.size}` : value))
