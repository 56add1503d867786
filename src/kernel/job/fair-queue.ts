/** What waits, by owner. Owners take turns, each in order of arrival. */
export function createFairQueue<Item>() {
  const queues = new Map<string, Item[]>()
  return {
    isEmpty: () => queues.size === 0,
    sizeOf: (owner: string) => queues.get(owner)?.length ?? 0,
    add(owner: string, item: Item) {
      const waiting = queues.get(owner)
      if (waiting) waiting.push(item)
      else queues.set(owner, [item])
    },
    /** Removes and returns the next item, if it is ripe; its owner goes to the end. */
    take(isRipe: (item: Item) => boolean = () => true): Item | undefined {
      const next = queues.entries().next().value
      if (!next) return undefined
      const [owner, waiting] = next
      const [item] = waiting
      if (item === undefined || !isRipe(item)) return undefined
      waiting.shift()
      queues.delete(owner)
      if (waiting.length > 0) queues.set(owner, waiting)
      return item
    },
  }
}
