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
