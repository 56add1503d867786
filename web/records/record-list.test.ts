import { expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'
import type { LiveSocketClient, LiveHandler, Subscribe } from '../live/live-socket-client'
import { createRecordList } from './record-list'
import { wholePage, type RecordRequest, type RecordSource } from './record-source'
import { stub } from '../../src/testing/stub'

interface Shelf {
  id: number
  name: string
  room: string
}

const shelf = (id: number, room = 'a'): Shelf => ({ id, name: `Shelf ${id}`, room })

function fakeLive() {
  const handlers = new Map<string, Set<LiveHandler>>()
  const subscribe = ((event: string, handler: LiveHandler) => {
    const set = handlers.get(event) ?? new Set()
    handlers.set(event, set.add(handler))
    return () => void set.delete(handler)
  }) as Subscribe
  const live = stub<LiveSocketClient>({ subscribe, observe: subscribe, interrupted: signal(false) })
  const publish = (event: string, data?: unknown) => handlers.get(event)?.forEach((handler) => handler(data, { event }))
  const count = () => [...handlers.values()].reduce((sum, { size }) => sum + size, 0)
  return { live, tell: publish, count }
}

/** The server has shelves 1 to 3; the second is in another room. */
function listWith(answer: (request: RecordRequest<Shelf, 'room'>) => Shelf[] = () => []) {
  const requested: RecordRequest<Shelf, 'room'>[] = []
  const source: RecordSource<Shelf, 'room'> = {
    async fetchPage(_, request) {
      requested.push(request)
      return wholePage(answer(request))
    },
    compare: (a, b) => a.id - b.id,
    matches: ({ room }, { filters }) => filters.room === '' || filters.room === room,
    // An event that the product does not have.
    live: 'shelf' as never,
    filters: ['room'],
  }
  const first = wholePage([shelf(1), shelf(2, 'b'), shelf(3)])
  return { requested, list: createRecordList(source, {} as ApiClient, first, new URLSearchParams('room=&q=sh')) }
}

const ids = (list: ReturnType<typeof listWith>['list']) => list.items.value.map(({ id }) => id)
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('applies plain live events until the list is left', () => {
  const { list } = listWith()
  const { live, tell: publish, count } = fakeLive()
  const stop = list.follow(live)
  publish('shelf', { action: 'create', shelf: shelf(4) })
  publish('shelf', { action: 'update', shelf: { ...shelf(1), name: 'First' } })
  publish('shelf', { action: 'delete', shelfId: 2 })
  expect(list.items.value.map(({ name }) => name)).toEqual(['First', 'Shelf 3', 'Shelf 4'])
  expect(list.count.value).toBe(3)
  stop()
  expect(count()).toBe(0)
})

test('sends a filter to the server, and applies it to live events', async () => {
  const { list, requested } = listWith(({ filters }) => [shelf(2, filters.room)])
  list.setFilter('room', 'b')
  await settled()
  expect(requested.map(({ filters, search, pageNumber }) => [filters, search, pageNumber])).toEqual([
    [{ room: 'b' }, 'sh', 1],
  ])
  expect(ids(list)).toEqual([2])
  list.upsert(shelf(5, 'a'), { created: true })
  list.upsert(shelf(6, 'b'), { created: true })
  expect(ids(list)).toEqual([2, 6])
})

test('a failed reload keeps the rows and says so, until a reload succeeds', async () => {
  let fails = true
  const { list } = listWith(() => {
    if (fails) throw new ApiError(503, 'ERR_COMPANY_UPDATING', 'no')
    return [shelf(7)]
  })
  const { live, tell: publish } = fakeLive()
  list.follow(live)
  publish('reload')
  await settled()
  expect([ids(list), list.stale.value, list.failed.value?.code]).toEqual([[1, 2, 3], true, 'ERR_COMPANY_UPDATING'])
  fails = false
  await list.retry()
  expect([ids(list), list.stale.value, list.failed.value]).toEqual([[7], false, undefined])
})
