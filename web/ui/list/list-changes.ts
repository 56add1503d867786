export interface Change {
  id: string
  kind: 'added' | 'changed' | 'moved' | 'removed'
  name: string
}

interface Compared<Item> {
  id: (item: Item) => string
  name: (item: Item) => string
  content: (item: Item) => string
  /** Whether an item with the same content has another position. */
  isMoved?: (before: Item, after: Item) => boolean
}

export function listChanges<Item>(before: readonly Item[], after: readonly Item[], of: Compared<Item>): Change[] {
  const earlier = new Map(before.map((item) => [of.id(item), item]))
  const later = new Set(after.map(of.id))
  const changeOf = (item: Item, kind: Change['kind']): Change => ({ id: of.id(item), kind, name: of.name(item) })
  const known = after.map((item) => ({ item, was: earlier.get(of.id(item)) }))
  const changes = known.flatMap(({ item, was }) => {
    if (was === undefined) return [changeOf(item, 'added')]
    return of.content(was) === of.content(item) ? [] : [changeOf(item, 'changed')]
  })
  const removed = before.filter((item) => !later.has(of.id(item)))
  const moved = known.flatMap(({ item, was }) => {
    const isSame = was !== undefined && of.content(was) === of.content(item)
    return isSame && of.isMoved?.(was, item) === true ? [changeOf(item, 'moved')] : []
  })
  return [...changes, ...removed.map((item) => changeOf(item, 'removed')), ...moved]
}

/** Returns the fewest ids whose moves explain the later order. Ids that are in one list only are left out. */
export function movedIds<Id>(before: readonly Id[], after: readonly Id[]): Set<Id> {
  const places = new Map(before.map((id, place) => [id, place]))
  const common = after.filter((id) => places.has(id))
  const rows: Id[][] = []
  for (const id of common) {
    const placeOf = (one: Id | undefined) => (one === undefined ? -1 : (places.get(one) ?? -1))
    const fitting = rows.filter((row) => placeOf(row.at(-1)) < placeOf(id))
    rows.push([...longest(fitting), id])
  }
  const kept = new Set(longest(rows))
  return new Set(common.filter((id) => !kept.has(id)))
}

const longest = <Id>(rows: readonly Id[][]): Id[] =>
  rows.reduce<Id[]>((best, row) => (row.length > best.length ? row : best), [])

interface Merged<Item> {
  content: (item: Item) => string
  /** Merges an item that both sides have and at most one changed; `changed` is that side's, or the other's if neither did. */
  combine?: (changed: Item, sides: { base: Item | undefined; mine: Item; theirs: Item }) => Item
}

/** Each item is taken from the side that changed it. Undefined if both changed it differently, or one removed what the other changed. */
export function mergeItems<Item>(
  base: ReadonlyMap<string, Item>,
  mine: ReadonlyMap<string, Item>,
  theirs: ReadonlyMap<string, Item>,
  { content, combine = (changed) => changed }: Merged<Item>,
): Map<string, Item> | undefined {
  const merged = new Map<string, Item>()
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const [before, own, other] = [base.get(id), mine.get(id), theirs.get(id)]
    if (own !== undefined && other !== undefined) {
      const [was, ours, others] = [before && content(before), content(own), content(other)]
      if (ours !== others && ours !== was && others !== was) return undefined
      merged.set(id, combine(ours === was ? other : own, { base: before, mine: own, theirs: other }))
      continue
    }
    // An item on one side only was added there, or removed on the other side.
    const left = own ?? other
    if (left === undefined) continue
    if (before === undefined) merged.set(id, left)
    else if (content(left) !== content(before)) return undefined
  }
  return merged
}
