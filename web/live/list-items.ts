import { batch, signal } from '@preact/signals-react'

export interface ListPage<Item> {
  items: Item[]
  hasMore: boolean
  /** The number of matches, loaded or not. */
  count: number
  /** There are more than `count`; false by default. */
  countIsLeast?: boolean
}

interface ItemsOptions<Item, Id> {
  initial: ListPage<Item>
  key: (item: Item) => Id
  compare: (a: Item, b: Item) => number
}

export type ListItems<Item, Id> = ReturnType<typeof createListItems<Item, Id>>

export function createListItems<Item, Id>({ initial, key, compare }: ItemsOptions<Item, Id>) {
  const sorted = createSortedItems({ initial: initial.items, key, compare })
  const { items, find } = sorted
  const count = signal(initial.count)
  const hasMore = signal(initial.hasMore)

  return {
    items,
    count,
    hasMore,
    find,
    add(page: ListPage<Item>) {
      let added = 0
      batch(() => {
        hasMore.value = page.hasMore
        count.value = page.count
        added = sorted.append(page.items) ? page.items.length : sorted.merge(items.value, page.items)
      })
      return added
    },
    /** Replaces the items by the page; of the others only newly arrived ones stay. */
    replace(page: ListPage<Item>, isNewer: (item: Item) => boolean) {
      batch(() => {
        sorted.merge(page.items, items.value.filter(isNewer))
        count.value = Math.max(page.count, page.hasMore ? 0 : items.value.length)
        hasMore.value = page.hasMore
      })
    },
    /** Applies a live change. `belongs`: matches the search and filter. `created`: not counted yet. */
    place(item: Item, { belongs, created }: { belongs: boolean; created: boolean }) {
      const id = key(item)
      const former = find(id)
      const wasKnown = former !== undefined
      const others = wasKnown ? items.value.filter((known) => key(known) !== id) : items.value
      // Moved beyond the loaded items it would leave a gap; its page will contain it.
      const last = others.at(-1)
      const moved = former === undefined || compare(former, item) !== 0
      const beyond = hasMore.value && moved && last !== undefined && compare(item, last) > 0
      batch(() => {
        if (belongs && !beyond) sorted.insert(others, item)
        else if (wasKnown) sorted.keep(others, id)
        if (wasKnown && !belongs) count.value = Math.max(0, count.value - 1)
        if (!wasKnown && belongs && (created || !hasMore.value)) count.value += 1
      })
    },
    remove(id: Id) {
      if (find(id) === undefined) return
      batch(() => {
        sorted.keep(
          items.value.filter((item) => key(item) !== id),
          id,
        )
        count.value = Math.max(0, count.value - 1)
      })
    },
  }
}

interface SortedOptions<Item, Id> extends Omit<ItemsOptions<Item, Id>, 'initial'> {
  initial: readonly Item[]
}

/** Items in order, each once. */
function createSortedItems<Item, Id>({ initial, key, compare }: SortedOptions<Item, Id>) {
  const items = signal<readonly Item[]>([...initial].sort(compare))
  let keys = new Set(items.peek().map(key))

  return {
    items,
    find: (id: Id) => items.value.find((item) => key(item) === id),
    merge(loaded: readonly Item[], added: readonly Item[]) {
      const known = new Map([...loaded, ...added].map((item) => [key(item), item]))
      items.value = [...known.values()].sort(compare)
      keys = new Set(known.keys())
      return known.size - loaded.length
    },
    /** Appends new items that belong after the others, as those of a next page do. Sorting all again takes long. */
    append(added: readonly Item[]): boolean {
      const sorted = [...added].sort(compare)
      const [last, first] = [items.value.at(-1), sorted[0]]
      if (last === undefined || first === undefined || compare(last, first) > 0) return false
      const fresh = new Set(sorted.map(key))
      if (fresh.size < sorted.length || [...fresh].some((id) => keys.has(id))) return false
      items.value = [...items.value, ...sorted]
      for (const id of fresh) keys.add(id)
      return true
    },
    /** Adds the item to `others`, which are all but an earlier version of it. */
    insert(others: readonly Item[], item: Item) {
      items.value = insertSorted(others, item, compare)
      keys.add(key(item))
    },
    /** Keeps `others`, which are all but the item with this key. */
    keep(others: readonly Item[], id: Id) {
      items.value = others
      keys.delete(id)
    },
  }
}

function insertSorted<Item>(items: readonly Item[], item: Item, compare: (a: Item, b: Item) => number) {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as Item, item) <= 0) low = middle + 1
    else high = middle
  }
  return [...items.slice(0, low), item, ...items.slice(low)]
}
