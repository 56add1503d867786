import { afterEach, beforeEach, expect, test } from 'bun:test'
import { forgetOldEvents } from './kernel/event/forget-old-events'
import { sweepFlowFiles } from './flow/edit/sweep-flow-files'
import { createWorld, type World } from './testing/world/world'
import { forgetOldDeliveries } from './webhook/delivery/forget-old-deliveries'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const count = 10_000
/** Of 1000 rows at most. */
const turnsMin = count / 1000

const sqlite = (companyId = 1) => world.ctx(companyId).company.sqlite
const rowsOf = (table: string, companyId = 1) =>
  sqlite(companyId).query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n
const fill = (insert: string, companyId = 1) =>
  sqlite(companyId).run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) ${insert}`)

/** How many different numbers of rows others saw meanwhile. */
async function turnsDuring(rows: string, work: () => Promise<unknown>) {
  const seen = new Set<number | undefined>()
  let next: NodeJS.Immediate
  const turn = () => {
    seen.add(rowsOf(rows))
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  const result = await work()
  clearImmediate(next)
  return { turns: seen.size, result }
}

const dayMs = 86_400_000
const daysAgo = (days: number) => world.ctx(1).now.getTime() - days * dayMs

test('old events are forgotten; records, newer ones and other companies keep theirs', async () => {
  const event = (at: number) =>
    `INSERT INTO event (type, at, ticket_id, message_id)
     SELECT iif(i % 2, 'message.received', 'ticket.opened'), ${at} + i, i, iif(i % 2, i, NULL) FROM n`
  for (const company of [1, 2]) for (const days of [8, 6]) fill(event(daysAgo(days)), company)
  const [before = 0, ofGlobex] = [rowsOf('event'), rowsOf('event', 2)]
  await forgetOldEvents(world.ctx(1).company, world.ctx(1).now)
  expect([rowsOf('event'), rowsOf('event', 2)]).toEqual([before - count / 2, ofGlobex])
  expect(rowsOf("event WHERE type = 'message.received'")).toBe(count / 2)
})

test('bodies of old deliveries are forgotten', async () => {
  const delivery = (days: number) =>
    `INSERT INTO webhook_delivery (uuid, target, event, body, state, next_at, created_at)
     SELECT '${days} ' || i, 'company', 'x', 'body', iif(i % 2, 'queued', 'delivered'), 0, ${daysAgo(days)} FROM n`
  for (const days of [8, 4, 2]) fill(delivery(days))
  await forgetOldDeliveries(world.ctx(1).company, world.ctx(1).now)
  expect([rowsOf('webhook_delivery'), rowsOf('webhook_delivery WHERE body IS NULL')]).toEqual([2 * count, count])
  expect(rowsOf("webhook_delivery WHERE state = 'dead'")).toBe(count / 2)
})

test('a tag of many contacts is deleted in turns', async () => {
  const ana = await world.as(world.ana)
  const [tag, other] = await Promise.all(
    ['Grande', 'Outra'].map(async (name) => (await ana.post('/tags', { name, color: '#112233' })).body.id),
  )
  fill(`INSERT INTO contact (name, number, created_at, updated_at) SELECT 'C', '55' || i, 0, 0 FROM n`)
  for (const id of [tag, other]) sqlite().run(`INSERT INTO contact_tag SELECT id, ${id} FROM contact`)
  const { turns, result } = await turnsDuring('contact_tag', () => ana.delete(`/tags/${tag}`))
  expect(result).toMatchObject({ status: 200 })
  expect(turns).toBeGreaterThanOrEqual(turnsMin)
  expect([rowsOf('contact_tag'), rowsOf(`contact_tag WHERE tag_id = ${other}`)]).toEqual([
    rowsOf('contact'),
    rowsOf('contact'),
  ])
})

test('a chat with many messages is deleted in turns, also with its only member', async () => {
  const [ana, bruno] = [await world.as(world.ana), await world.as(world.bruno)]
  const chats: number[] = []
  for (const [person, title] of [
    [ana, 'Apagado'],
    [bruno, 'Só dele'],
    [ana, 'Outro'],
  ] as const) {
    chats.push((await person.post('/chats', { title, users: [{ id: world.carla.id }] })).body.id)
  }
  sqlite().run(`DELETE FROM chat_user WHERE chat_id = ${chats[1]} AND user_id = ${world.carla.id}`)
  for (const id of chats) fill(`INSERT INTO chat_message (chat_id, message, created_at) SELECT ${id}, 'x', 0 FROM n`)
  for (const path of [`/chats/${chats[0]}`, `/users/${world.bruno.id}`]) {
    const { turns, result } = await turnsDuring('chat_message', () => ana.delete(path))
    expect(result).toMatchObject({ status: 200 })
    expect(turns).toBeGreaterThanOrEqual(turnsMin)
  }
  expect([rowsOf('chat_message'), rowsOf(`chat_message WHERE chat_id = ${chats[2]}`)]).toEqual([count, count])
})

test('unused files of flows are deleted in turns', async () => {
  fill(
    `INSERT INTO media (key, kind, owner_id, name, type, size, created_at) SELECT 'k' || i, 'flow', 0, 'a', 'image/png', 1, 0 FROM n`,
  )
  fill(
    `INSERT INTO media (key, kind, owner_id, name, type, size, created_at) SELECT 'm' || i, 'message', 0, 'a', 'image/png', 1, 0 FROM n`,
  )
  const { turns, result } = await turnsDuring('media', () => sweepFlowFiles(world.ctx(1).company))
  expect(turns).toBeGreaterThan(2)
  expect([result, rowsOf("media WHERE kind = 'message'")]).toEqual([count, count])
})
