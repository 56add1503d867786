import { expect, test } from 'bun:test'
import { ApiError } from '../api/api-error'
import { createLiveList } from './live-list'
import type { ListPage } from './list-items'
import type { PageRequest } from './list-loading'

interface Row {
  id: number
  name: string
  at: number
}

const row = (id: number, at = id, name = `row ${id}`): Row => ({ id, name, at })
const newestFirst = (a: Row, b: Row) => b.at - a.at

/** A list whose answers the test controls. */
function listUnderTest(initial: ListPage<Row>, pageSize = 2) {
  const requested: {
    request: PageRequest<Row>
    answer: (page: ListPage<Row>) => void
    fail: (error: unknown) => void
  }[] = []
  const list = createLiveList<Row, number>({
    initial,
    key: ({ id }) => id,
    compare: newestFirst,
    matches: ({ name }, search) => name.includes(search),
    pageSize,
    searchDelayMs: 0,
    fetchPage: (request) => new Promise((answer, fail) => requested.push({ request, answer, fail })),
  })
  const call = (index: number) => {
    const found = requested[index]
    if (!found) throw new Error(`Question ${index} was not requested`)
    return found
  }
  return { list, requested, call, ids: () => list.items.value.map(({ id }) => id) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('continues after the loaded items', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 4 })
  const more = list.loadMore()
  expect(list.loading.value).toBe('more')
  expect(call(0).request).toMatchObject({ pageNumber: 2, last: row(8) })
  call(0).answer({ items: [row(7), row(6)], hasMore: false, count: 4 })
  await more
  expect(ids()).toEqual([9, 8, 7, 6])
  expect(list.hasMore.value).toBe(false)
  expect(list.loading.value).toBe('idle')
})

test('puts the items of a page in order, each once, also if they moved', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(7)], hasMore: true, count: 4 })
  const more = list.loadMore()
  call(0).answer({ items: [row(6), row(7, 5), row(8)], hasMore: false, count: 4 })
  await more
  expect(ids()).toEqual([9, 8, 6, 7])
  list.remove(6)
  list.upsert(row(3), { created: true })
  list.upsert(row(3, 20))
  expect(ids()).toEqual([3, 9, 8, 7])
})

test('appends a page after items that were removed and came back', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 5 })
  list.remove(8)
  const more = list.loadMore()
  call(0).answer({ items: [row(8), row(7), row(6)], hasMore: true, count: 5 })
  await more
  expect(ids()).toEqual([9, 8, 7, 6])
})

test('requests a page once while it is loading', async () => {
  const { list, requested, call } = listUnderTest({ items: [row(9)], hasMore: true, count: 2 })
  const both = Promise.all([list.loadMore(), list.loadMore()])
  expect(requested).toHaveLength(1)
  call(0).answer({ items: [], hasMore: false, count: 1 })
  await both
})

test('keeps live changes when an older response arrives', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 4 })
  const more = list.loadMore()
  list.upsert(row(7, 20, 'row 7 renewed'))
  list.remove(8)
  call(0).answer({ items: [row(8), row(7), row(6)], hasMore: false, count: 3 })
  await more
  expect(ids()).toEqual([7, 9, 6])
  expect(list.items.value[0]?.name).toBe('row 7 renewed')
})

test('computes the next page from the loaded items after removals, and skips none', async () => {
  const { list, call } = listUnderTest({ items: [row(9), row(8), row(7), row(6)], hasMore: true, count: 6 })
  list.remove(9)
  list.remove(8)
  list.remove(7)
  const more = list.loadMore()
  expect(call(0).request.pageNumber).toBe(1)
  call(0).answer({ items: [row(6), row(5)], hasMore: true, count: 3 })
  await more
})

test('loads another page after one without new items', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 6 })
  const more = list.loadMore()
  call(0).answer({ items: [row(9), row(8)], hasMore: true, count: 6 })
  await settled()
  expect(call(1).request.pageNumber).toBe(3)
  call(1).answer({ items: [row(7)], hasMore: false, count: 3 })
  await more
  expect(ids()).toEqual([9, 8, 7])
})

test('shows only the answer to the current search, however late an earlier one arrives', async () => {
  const { list, requested, call, ids } = listUnderTest({ items: [row(9)], hasMore: true, count: 2 })
  list.search('an')
  await settled()
  list.search('ana')
  await settled()
  expect(requested).toHaveLength(2)
  expect(call(0).request.signal.aborted).toBe(true)
  call(1).answer({ items: [row(2, 2, 'ana')], hasMore: false, count: 1 })
  await settled()
  call(0).answer({ items: [row(3, 3, 'anita')], hasMore: false, count: 1 })
  await settled()
  expect(ids()).toEqual([2])
  expect(list.count.value).toBe(1)
})

test('ignores a loadMore that a search has replaced, and is not blocked by it', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9)], hasMore: true, count: 2 })
  const more = list.loadMore()
  list.search('x')
  await settled()
  call(0).answer({ items: [row(8)], hasMore: true, count: 2 })
  await more
  expect(list.loading.value).toBe('replace')
  call(1).answer({ items: [row(1, 1, 'x')], hasMore: false, count: 1 })
  await settled()
  expect(ids()).toEqual([1])
  expect(list.loading.value).toBe('idle')
})

test('removes a live item that no longer matches the search', () => {
  const { list, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: false, count: 2 })
  list.update(9, (item) => ({ ...item, at: 1 }))
  expect(ids()).toEqual([8, 9])
  list.search('row')
  list.upsert(row(5, 5, 'row 5'))
  expect(list.count.value).toBe(3)
})

test('keeps the last loaded item when it changes in its place', () => {
  const { list, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 4 })
  list.upsert(row(8, 8, 'row eight'))
  expect([ids(), list.items.value.at(-1)?.name]).toEqual([[9, 8], 'row eight'])
  list.upsert(row(8, 2))
  expect(ids()).toEqual([9])
})

test('leaves a live item beyond the loaded part to its page', () => {
  const { list, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: true, count: 5 })
  list.upsert(row(1))
  expect(ids()).toEqual([9, 8])
  expect(list.count.value).toBe(5)
  list.upsert(row(10), { created: true })
  expect(ids()).toEqual([10, 9, 8])
  expect(list.count.value).toBe(6)
})

test('keeps live items that arrive during a reload', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9), row(8)], hasMore: false, count: 2 })
  const reloaded = list.reload()
  list.upsert(row(12), { created: true })
  call(0).answer({ items: [row(11), row(9)], hasMore: false, count: 2 })
  await reloaded
  expect(ids()).toEqual([12, 11, 9])
  expect(list.count.value).toBe(3)
})

test('reports a failed page and can load it again', async () => {
  const { list, call, ids } = listUnderTest({ items: [row(9)], hasMore: true, count: 2 })
  const more = list.loadMore()
  call(0).fail(new ApiError(500, 'ERR_INTERNAL', 'Failed'))
  await more
  expect(list.failed.value?.code).toBe('ERR_INTERNAL')
  expect(ids()).toEqual([9])
  const again = list.loadMore()
  expect(list.failed.value).toBeUndefined()
  call(1).answer({ items: [row(8)], hasMore: false, count: 2 })
  await again
  expect(ids()).toEqual([9, 8])
})
