import { expect, test } from 'bun:test'
import type { ApiClient } from '../../api/api-client'
import { changeSelected } from './use-bulk-change'
import { stub } from '../../../src/testing/stub'

const ids = Array.from({ length: 120 }, (_, index) => index + 1)

function apiOf(answer: (call: number, ids: number[]) => { id: number; error: string | null; canUndo: boolean }[]) {
  const calls: number[][] = []
  const post = async (_: string, { body }: { body: { ids: number[] } }) => {
    calls.push(body.ids)
    return { results: answer(calls.length, body.ids) }
  }
  return { api: stub<ApiClient>({ post: post as never }), calls }
}

test('sends calls of fifty tickets and joins their results', async () => {
  const { api, calls } = apiOf((_, some) =>
    some.map((id) => ({ id, error: id === 7 ? 'ERR_TICKET_TAKEN' : null, canUndo: false })),
  )
  const results = await changeSelected(api, ids, { action: 'read' })
  expect(calls.map((some) => some.length)).toEqual([50, 50, 20])
  expect(results.filter(({ error }) => error !== null)).toEqual([{ id: 7, error: 'ERR_TICKET_TAKEN', canUndo: false }])
  expect(results).toHaveLength(120)
})

test('reports a failed call on its tickets and on those after it, and keeps what was done', async () => {
  const failure = new Error('offline')
  const { api } = apiOf((call, some) => {
    if (call === 2) throw failure
    return some.map((id) => ({ id, error: null, canUndo: false }))
  })
  const results = await changeSelected(api, ids, { action: 'read' })
  expect(results.filter(({ error }) => error === null)).toHaveLength(50)
  expect(results.filter(({ error }) => error === failure).map(({ id }) => id)).toEqual(ids.slice(50))
})
