import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addRule } from '../../testing/bot/rules'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { readZip } from '../../testing/read-zip'
import { noSla } from '../../queue/sla/queue-sla.contract'
import { noteUserSeen } from '../../user/session/note-user-seen'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'

let world: World
let ana: Caller
let now = new Date('2026-11-19T12:00:00Z')
beforeEach(async () => {
  now = new Date('2026-11-19T12:00:00Z')
  world = await createWorld({ now })
  ;({ ana } = await signIn(world, 'ana'))
})
afterEach(() => world.stop())

const other = '5511977770009'
const ids = { maria: { contact: 1, ticket: 1 }, vizinha: { contact: 2, ticket: 2 } }

async function pass(minutes: number) {
  world.setTime((now = new Date(now.getTime() + minutes * 60_000)))
  noteUserSeen(world.ctxAs(world.bruno))
  while ((await world.runJobs(1)) > 0);
}

const write = (phone: string, text: string) =>
  receive(world, 1, messageEvent({ phone, text, atMs: now.getTime(), chat: party(phone) }))
const party = (value: string) => ({
  addresses: [{ kind: 'phone' as const, value }] as const,
  name: value === phones[1] ? 'Dona Maria' : 'Vizinha',
})

/** Two people with a broken and a kept promise each, whom a rule met, who wait for a second one, and whose ticket was assigned. */
async function live() {
  const targets = { firstAnswer: 10, nextAnswer: 30, resolve: 480, warnBefore: null }
  const sla = { ...noSla, normal: targets }
  expect((await ana.put('/queue/1', { sla, assignmentMode: 'inTurn' })).status).toBe(200)
  await ana.put('/whatsapp/1', { queueIds: [1] })
  addRule(world, { name: 'Palavra', trigger: { kind: 'words', words: 'socorro' } })
  addRule(world, { name: 'Silêncio', trigger: { kind: 'silence', minutes: 600 } })
  await pass(0)
  for (const phone of [phones[1], other]) write(phone, 'socorro')
  for (const id of [1, 2]) await ana.put(`/tickets/${id}`, { queueId: 1 })
  await pass(1)
  await pass(20)
  for (const id of [1, 2]) await ana.put(`/tickets/${id}`, { status: 'open', userId: world.bruno.id, queueId: 1 })
  for (const id of [1, 2]) expect((await ana.post(`/messages/${id}`, { body: 'Olá' })).status).toBe(200)
  await pass(1)
  for (const phone of [phones[1], other]) write(phone, 'socorro, de novo')
  for (const id of [1, 2]) expect((await ana.post(`/messages/${id}`, { body: 'Sim?' })).status).toBe(200)
  write(phones[1], 'ainda espero')
  write(other, 'ainda espero')
  await pass(1)
}

async function exported(contactId: number) {
  const { token } = await world.as(world.ana)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const answer = await world.app.handle(new Request(`http://localhost/contacts/${contactId}/archive`, { headers }))
  const files = readZip(new Uint8Array(await answer.arrayBuffer()))
  return JSON.parse(files.get('dados.json')?.toString() ?? '').tables
}

const tables = ['ticket_sla', 'sla_result', 'rule_run', 'rule_wait'] as const
const rows = (table: string) =>
  world.ctx(1).company.sqlite.query<Record<string, unknown>, []>(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all()
const rowsOf = (table: string, ticketId: number | null) => rows(table).filter((row) => row['ticket_id'] === ticketId)

test('what was promised, assigned and done by rules is exported with its person, and with nobody else', async () => {
  await live()
  for (const { contact, ticket } of Object.values(ids)) {
    const { ticket_sla: clocks, sla_result: results, event: events } = await exported(contact)
    expect(clocks).toHaveLength(rowsOf('ticket_sla', ticket).length)
    expect(results).toHaveLength(rowsOf('sla_result', ticket).length)
    for (const row of [...clocks, ...results]) expect(row.ticketId).toBe(ticket)
    expect(results.map(({ kind, kept }: { kind: string; kept: boolean }) => [kind, Boolean(kept)])).toEqual([
      ['firstAnswer', false],
      ['nextAnswer', true],
    ])
    const types = new Set(events.map(({ type }: { type: string }) => type))
    for (const type of ['ticket.assigned', 'sla.breached', 'rule.ran']) expect(types).toContain(type)
    const others = events.filter(({ ticketId, contactId }: Record<string, number | null>) =>
      ticketId === null ? contactId !== contact : ticketId !== ticket,
    )
    expect(others).toEqual([])
  }
})

test('an erasure takes them along and leaves anonymous results; those of others stay', async () => {
  await live()
  const before = tables.map((table) => rowsOf(table, ids.vizinha.ticket))
  expect(before.map(({ length }) => length > 0)).toEqual([true, true, true, true])
  for (const table of tables) expect([table, rowsOf(table, ids.maria.ticket).length > 0]).toEqual([table, true])
  expect((await ana.post('/contacts/1/erase', { name: 'Dona Maria' })).status).toBe(200)
  while ((await world.runJobs(1)) > 0);
  expect(tables.map((table) => [table, rowsOf(table, ids.maria.ticket)])).toEqual(tables.map((table) => [table, []]))
  expect(tables.map((table) => rowsOf(table, ids.vizinha.ticket))).toEqual(before)
  expect(rowsOf('sla_result', null).map(({ kind, kept, user_id: user }) => [kind, kept, user])).toEqual([
    ['firstAnswer', 0, world.bruno.id],
    ['nextAnswer', 1, world.ana.id],
    // Her ticket was closed.
    ['resolve', 1, world.bruno.id],
  ])
})
