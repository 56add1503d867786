import { afterEach, beforeEach, expect, test } from 'bun:test'
import { jobHandlers } from '../../domains'
import { runDueJobs } from '../../kernel/job/run-job'
import { createLog } from '../../kernel/log'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import type { TicketView } from '../ticket.answers'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const acme = () => world.ctx(1)
const sql = (text: string, ...values: (string | number)[]) => acme().company.sqlite.run(text, values)
const count = (where: string) =>
  acme().company.sqlite.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${where}`).get()?.n ?? 0

const many = 3000
function fill(status: string, userId: number | null) {
  acme().transaction(() => {
    for (let index = 0; index < many; index++) addContact(acme(), `Cliente ${index}`)
    sql(
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, created_at, updated_at)
       SELECT 'many-' || id, ?, id, 1, 1, ${userId}, 0, 0 FROM contact ORDER BY id DESC LIMIT ${many}`,
      status,
    )
  })
}

async function runAllJobs() {
  while (count(`job WHERE given_up = 0 AND run_at <= ${Date.now() + 1000}`) > 0) {
    await runDueJobs(world.platform.files, 1, jobHandlers, createLog('error'), 20)
  }
}

test('closing thousands of tickets answers the number, continues in batches, and skips changed ones', async () => {
  fill('pending', null)
  const ana = await world.as(world.ana)
  const { body } = await ana.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] })
  expect(body).toEqual({ closed: many })
  const left = count("ticket WHERE status = 'pending'")
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(many)
  const bruno = await world.as(world.bruno)
  const last = acme()
    .company.sqlite.query<{ id: number }, []>("SELECT max(id) AS id FROM ticket WHERE status = 'pending'")
    .get()
  expect((await bruno.put(`/tickets/${last?.id}`, { status: 'open', userId: 2 })).status).toBe(200)
  await runAllJobs()
  expect([count("ticket WHERE status = 'pending'"), count("ticket WHERE status = 'open'")]).toEqual([0, 1])
  expect(count("event WHERE type = 'ticket.closed' AND user_id = 1")).toBe(many - 1)
})

test('closing all pending tickets includes those that await consent', async () => {
  const [lgpd, pending] = [addTicket(acme(), { status: 'lgpd' }), addTicket(acme())]
  const ana = await world.as(world.ana)
  const { body } = await ana.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] })
  expect(body).toEqual({ closed: 2 })
  await runAllJobs()
  expect(count(`ticket WHERE status = 'closed' AND id IN (${lgpd.id}, ${pending.id})`)).toBe(2)
})

test('deleting a queue with thousands of tickets blocks nobody, and publishes each pending one', async () => {
  fill('pending', null)
  const closed = addTicket(acme(), { status: 'closed', userId: 2 })
  const ana = await world.as(world.ana)
  world.published.length = 0
  const turns = new Set<number>()
  const deleting = ana.delete('/queue/1')
  while (count('queue WHERE id = 1') > 0) {
    turns.add(count('ticket WHERE queue_id = 1'))
    await Bun.sleep(0)
  }
  expect((await deleting).status).toBe(200)
  expect(turns.size).toBeGreaterThan(3)
  expect(count(`ticket WHERE id = ${closed.id} AND queue_id IS NULL`)).toBe(1)
  const published = world.published.filter(({ event }) => event === 'company-1-ticket')
  expect(new Set(published.map(({ data }) => data['ticketId'])).size).toBe(many)
  expect(
    published.filter(({ data }) => data['action'] === 'update' && (data['ticket'] as TicketView).queue === null),
  ).toHaveLength(many)
})

test('a user with many tickets and messages is deleted in batches; tickets return to pending, messages stay', async () => {
  fill('open', 2)
  sql(
    `INSERT INTO message (ticket_id, user_id, from_me, body, created_at)
     SELECT id, 2, 1, 'Olá', 0 FROM ticket WHERE user_id = 2`,
  )
  const ana = await world.as(world.ana)
  const deleting = ana.delete('/users/2')
  const turns = new Set<number>()
  while (count('user WHERE id = 2') > 0) {
    turns.add(count('message WHERE user_id = 2'))
    await Bun.sleep(0)
  }
  expect((await deleting).status).toBe(200)
  expect(turns.size).toBeGreaterThan(3)
  expect([count("message WHERE body = 'Olá' AND user_id IS NULL"), count("ticket WHERE status = 'pending'")]).toEqual([
    many,
    many,
  ])
})

test('a refused deletion of a user or queue changes nothing', async () => {
  addTicket(acme(), { status: 'open', userId: 3 })
  const bruno = await world.as(world.bruno)
  const ana = await world.as(world.ana)
  for (const [calls, path, status] of [
    [bruno, '/queue/1', 403],
    [bruno, '/users/3', 403],
    [ana, '/queue/99', 404],
    [ana, '/users/99', 404],
  ] as const)
    expect([path, (await calls.delete(path)).status]).toEqual([path, status])
  expect(count("ticket WHERE status = 'open' AND user_id = 3 AND queue_id = 1")).toBe(1)
})
