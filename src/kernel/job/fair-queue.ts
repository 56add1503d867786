/** Owners take turns, each in order of arrival. */
export function createFairQueue<Item>() {
  const queues = new Map<string, Item[]>()

  function takeOf(owner: string, waiting: Item[], isRipe: (item: Item) => boolean): Item | undefined {
    const [item] = waiting
    if (item === undefined || !isRipe(item)) return undefined
    waiting.shift()
    queues.delete(owner)
    if (waiting.length > 0) queues.set(owner, waiting)
    return item
  }

  return {
    isEmpty: () => queues.size === 0,
    size: () => [...queues.values()].reduce((sum, { length }) => sum + length, 0),
    sizeOf: (owner: string) => queues.get(owner)?.length ?? 0,
    add(owner: string, item: Item) {
      const waiting = queues.get(owner)
      if (waiting) waiting.push(item)
      else queues.set(owner, [item])
    },
    remove(owner: string, item: Item): boolean {
      const waiting = queues.get(owner)
      const at = waiting?.indexOf(item) ?? -1
      if (!waiting || at === -1) return false
      waiting.splice(at, 1)
      if (waiting.length === 0) queues.delete(owner)
      return true
    },
    take(isRipe: (item: Item) => boolean = () => true): Item | undefined {
      const next = queues.entries().next().value
      return next && takeOf(...next, isRipe)
    },
    *takeOfEach(isRipe: (item: Item) => boolean) {
      for (const [owner, waiting] of [...queues]) {
        const item = takeOf(owner, waiting, isRipe)
        if (item !== undefined) yield item
      }
    },
  }
}
