import { expect, test } from 'bun:test'
import type { Board, BoardTicket } from '../../src/ticket/ticket.answers'
import { createApiClient } from '../api/api-client'
import { createBoard } from './board-model'

const pageSize = 2

/** A server with one lane of cards, `count` in number, newest first. */
function createServer(count: number) {
  const cards = Array.from({ length: count }, (_, index) => ({ id: index + 1, updatedAt: `${index}` }) as BoardTicket)
  const answer = (address: URL): Board => {
    const found = address.searchParams.get('searchParam') ? cards.slice(0, 3) : cards
    const from = Number(address.searchParams.get('cursor') ?? 0)
    const next = from + pageSize
    const nextCursor = next < found.length ? String(next) : null
    return {
      lanes: [
        { tag: null, count: found.length, amountTotal: 0, oldestAt: '0', tickets: found.slice(from, next), nextCursor },
      ],
    }
  }
  const client = createApiClient(async ({ path }) => Response.json(answer(new URL(path, 'http://x'))))
  return { client, first: answer(new URL('http://x/')) }
}

test('a reload keeps the cards that were loaded by request, and another filter does not', async () => {
  const { client, first } = createServer(9)
  const board = createBoard(client, first)
  const shown = () => board.lanes.peek()[0]?.tickets.map(({ id }) => id)
  await board.loadMore(null)
  await board.loadMore(null)
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6])
  await board.reload()
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6])
  const loaded = Promise.withResolvers<void>()
  const stop = board.lanes.subscribe((lanes) => lanes[0]?.count === 3 && loaded.resolve())
  board.setFilter({ search: 'x' })
  await loaded.promise
  stop()
  expect(shown()).toEqual([1, 2])
  board.dispose()
})

test('a lane whose oldest card leaves takes its age from the others, and one with missing cards asks for it', async () => {
  const { client, first } = createServer(5)
  const board = createBoard(client, first)
  const age = () => board.lanes.peek()[0]?.oldestAt
  board.remove(2)
  expect(age()).toBe('0')
  board.remove(1)
  expect(age()).toBeNull()
  board.dispose()
  const { first: whole } = createServer(2)
  const small = createBoard(client, whole)
  small.remove(1)
  expect(small.lanes.peek()[0]).toMatchObject({ count: 1, oldestAt: '1' })
  small.dispose()
})
