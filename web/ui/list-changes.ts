export interface Change {
  id: string
  kind: 'added' | 'changed' | 'removed'
  name: string
}

interface Compared<Item> {
  id: (item: Item) => string
  name: (item: Item) => string
  /** Equal texts mean equal content. */
  content: (item: Item) => string
}

/** Returns what was added, changed and removed between two states of a list, in the order of the later one. */
export function listChanges<Item>(before: readonly Item[], after: readonly Item[], of: Compared<Item>): Change[] {
  const earlier = new Map(before.map((item) => [of.id(item), item]))
  const later = new Set(after.map(of.id))
  const changes = after.flatMap((item): Change[] => {
    const id = of.id(item)
    const known = earlier.get(id)
    if (!known) return [{ id, kind: 'added', name: of.name(item) }]
    return of.content(known) === of.content(item) ? [] : [{ id, kind: 'changed', name: of.name(item) }]
  })
  const removed = before.filter((item) => !later.has(of.id(item)))
  return [...changes, ...removed.map((item): Change => ({ id: of.id(item), kind: 'removed', name: of.name(item) }))]
}
