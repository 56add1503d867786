import { expect, test } from 'bun:test'
import type { ApiClient } from '../../api/api-client'
import { createRecordList } from '../../records/record-list'
import type { RecordSource } from '../../records/record-source'
import { refreshShown } from './campaign-report-page'

const pageSize = 10

interface Row {
  id: number
  state: string
}

/** A server with rows 1 to 50 and a list that has loaded the first 40. */
async function listOf() {
  const server = new Map<number, Row>()
  for (let id = 1; id <= 50; id++) server.set(id, { id, state: 'waiting' })
  const requested: (number | undefined)[] = []
  const source: RecordSource<Row, 'state'> = {
    filters: ['state'],
    pageSize,
    async fetchPage(_, { filters, last }) {
      requested.push(last?.id)
      const rows = [...server.values()].filter(({ state }) => filters.state === '' || filters.state === state)
      const rest = rows.filter(({ id }) => id > (last?.id ?? 0))
      return { items: rest.slice(0, pageSize), hasMore: rest.length > pageSize, count: rows.length }
    },
    compare: (a, b) => a.id - b.id,
  }
  const list = createRecordList(source, {} as ApiClient)
  await list.reload()
  const loadThrough = async (id: number) => {
    while ((list.items.value.at(-1)?.id ?? 0) < id) await list.loadMore()
    requested.length = 0
  }
  const refresh = (...shown: number[]) => refreshShown({ list, source, api: {} as ApiClient }, new Set(shown), pageSize)
  const states = (...ids: number[]) => ids.map((id) => list.items.value.find((row) => row.id === id)?.state)
  return { server, list, requested, loadThrough, refresh, states }
}

test('reloads only the shown rows of a long list, which keeps its length', async () => {
  const { server, list, requested, loadThrough, refresh, states } = await listOf()
  await loadThrough(40)
  for (const id of server.keys()) server.set(id, { id, state: 'sent' })
  await refresh(24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 3)
  expect(requested).toEqual([2, 23, 33])
  expect(list.items.value.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(states(2, 3, 23, 24, 35)).toEqual(['waiting', 'sent', 'waiting', 'sent', 'sent'])
})

test('rows that no longer match the filter leave the list', async () => {
  const { server, list, loadThrough, refresh } = await listOf()
  list.setFilter('state', 'waiting')
  await Promise.resolve()
  await loadThrough(40)
  for (const id of [21, 22, 39]) server.set(id, { id, state: 'sent' })
  await refresh(20, 21, 22, 23)
  const ids = list.items.value.map(({ id }) => id)
  expect([ids.includes(21), ids.includes(22), ids.includes(39), ids.length]).toEqual([false, false, true, 38])
})

test('reloads a list of one page, which may have grown from nothing', async () => {
  const { server, list, refresh, states } = await listOf()
  server.set(4, { id: 4, state: 'failed' })
  await refresh()
  expect([list.items.value.length, ...states(4)]).toEqual([10, 'failed'])
})

test('an answer for a former filter changes nothing', async () => {
  const { list, loadThrough, refresh } = await listOf()
  await loadThrough(40)
  const done = refresh(35)
  list.setFilter('state', 'sent')
  await done
  await list.reload()
  expect(list.items.value).toEqual([])
})
