import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import type { Answer } from '../../testing/world/requests'
import { type Caller, createWorld, type World } from '../../testing/world/world'

let world: World
const tickets = 260

beforeAll(async () => {
  world = await createWorld()
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    for (let index = 1; index <= tickets; index++) {
      // The newest 200 have an e, and every seventh has a z.
      const name = `Ana ${index > 60 ? 'Bere' : 'Cruz'} ${index % 7 === 0 ? 'Zara' : ''}`
      const userId = index % 2 === 0 ? 2 : 3
      const { id } = addTicket(ctx, { contactId: addContact(ctx, name), status: 'open', userId })
      ctx.company.sqlite.run('UPDATE ticket SET updated_at = ? WHERE id = ?', [index * 1000, id])
    }
  })
})
afterAll(() => world.stop())

async function search(caller: Caller, text: string, sort = 'DESC', filter = '') {
  const seen: number[] = []
  let cursor: string | null = null
  let count = 0
  do {
    const path: string = `/tickets?status=search&searchParam=${text}&sortTickets=${sort}${filter}${cursor ? `&cursor=${cursor}` : ''}`
    const { body }: Answer = await caller.get(path)
    seen.push(...body['tickets'].map(({ id }: { id: number }) => id))
    cursor = body['nextCursor']
    count = body['count']
  } while (cursor)
  return { seen, count }
}

const numbers = Array.from({ length: tickets }, (_, index) => index + 1)

test.each([
  ['a', (_: number) => true],
  ['bere', (id: number) => id > 60],
  ['cruz', (id: number) => id <= 60],
  ['z', (id: number) => id <= 60 || id % 7 === 0],
  ['zara', (id: number) => id % 7 === 0],
  ['zara%20cr', (id: number) => id <= 60 && id % 7 === 0],
  ['nobody', (_: number) => false],
])('finds every ticket of contacts named %s once and in order, whether few or many match', async (text, matches) => {
  const expected = numbers.filter(matches)
  const ana = await world.as(world.ana)
  expect(await search(ana, text, 'ASC')).toEqual({ seen: expected, count: expected.length })
  expect(await search(ana, text)).toEqual({ seen: expected.toReversed(), count: expected.length })
})

test.each(['a', 'zara'])('finds only one’s own tickets of contacts named %s', async (text) => {
  const expected = numbers.filter((id) => id % 2 === 0 && (text === 'a' || id % 7 === 0))
  expect(await search(await world.as(world.bruno), text)).toEqual({
    seen: expected.toReversed(),
    count: expected.length,
  })
})

test.each(['a', 'zara'])('applies filters to tickets of contacts named %s', async (text) => {
  const expected = numbers.filter((id) => id % 2 === 1 && (text === 'a' || id % 7 === 0))
  const found = await search(await world.as(world.ana), text, 'ASC', '&users=3')
  expect(found).toEqual({ seen: expected, count: expected.length })
})
