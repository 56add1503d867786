import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact, addTicket, setSwitches } from '../testing/conversation/tickets'
import { noEffects, effectsOf } from '../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import type { TicketRow } from './ticket.queries'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
const tickets = {} as Record<
  'mine' | 'waiting' | 'otherQueue' | 'colleague' | 'noQueue' | 'group' | 'closedOfColleague' | 'mineInOtherQueue',
  TicketRow
>

beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
  const ctx = world.ctx(1)
  tickets.mine = addTicket(ctx, { status: 'open', userId: 2 })
  tickets.waiting = addTicket(ctx)
  tickets.otherQueue = addTicket(ctx, { queueId: 2 })
  tickets.colleague = addTicket(ctx, { status: 'open', userId: 3 })
  tickets.noQueue = addTicket(ctx, { queueId: null })
  tickets.group = addTicket(ctx, { status: 'group', isGroup: true, queueId: null })
  tickets.closedOfColleague = addTicket(ctx, { status: 'closed', userId: 3 })
  tickets.mineInOtherQueue = addTicket(ctx, { status: 'open', userId: 2, queueId: 2 })
})
afterAll(() => world.stop())

type Name = keyof typeof tickets
const names = Object.keys as (of: typeof tickets) => Name[]
const nameOf = (id: number) => names(tickets).find((name) => tickets[name].id === id)

const callsOf = ({ id, uuid, contactId }: TicketRow): [string, string, unknown?][] => [
  ['GET', `/tickets/${id}`],
  ['GET', `/tickets/u/${uuid}`],
  ['GET', `/tickets-log/${id}`],
  ['PUT', `/tickets/${id}`, { status: 'closed' }],
  ['PUT', `/tickets/${id}`, { status: 'pending', userId: null }],
  ['PUT', `/tickets/${id}`, { isTransfered: true, queueId: 1, userId: 2 }],
  ['PUT', `/tickets/${id}`, { amount: 1 }],
  ['DELETE', `/tickets/${id}`],
  ['GET', `/ticket-notes/list?ticketId=${id}&contactId=${contactId}`],
  ['POST', '/ticket-notes', { note: 'oi!', ticketId: id, contactId }],
]

test('anonymous callers reach nothing', async () => {
  const further: [string, string, unknown?][] = [
    ['GET', '/tickets'],
    ['GET', '/tickets/counts'],
    ['GET', '/tickets/contact/1'],
    ['POST', '/tickets', { contactId: 1 }],
    ['POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [1] }],
    ['DELETE', '/ticket-notes/1'],
  ]
  for (const [method, path, body] of [...callsOf(tickets.mine), ...further]) {
    const { answer, ...effects } = await effectsOf(world, () => world.nobody.call(method, path, body))
    expect([path, answer.status, effects]).toEqual([path, 401, noEffects])
  }
})

test('invisible tickets are not found by any call', async () => {
  for (const name of ['otherQueue', 'colleague', 'noQueue', 'group', 'closedOfColleague'] as const) {
    for (const [method, path, body] of callsOf(tickets[name])) {
      const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
      expect([name, method, path, answer.status, answer.body.error]).toEqual([
        name,
        method,
        path,
        404,
        'ERR_NO_TICKET_FOUND',
      ])
      expect(effects).toEqual(noEffects)
    }
    const accepted = await bruno.put(`/tickets/${tickets[name].id}`, { status: 'open' })
    // Members of the same queue may see the ticket's owner, and nothing else.
    expect([name, accepted.status]).toEqual([name, name === 'colleague' ? 200 : 404])
  }
})

test('another company’s admin reaches none', async () => {
  for (const name of names(tickets)) {
    for (const [method, path, body] of callsOf(tickets[name])) {
      const { answer, ...effects } = await effectsOf(world, () => gina.call(method, path, body), 2)
      expect([name, path, answer.status, effects]).toEqual([name, path, 404, noEffects])
    }
    expect((await gina.put(`/tickets/${tickets[name].id}`, { status: 'open' })).status).toBe(404)
  }
  expect((await gina.get('/tickets?showAll=true')).body).toMatchObject({ tickets: [], count: 0 })
  expect((await gina.get('/tickets/counts?showAll=true')).body).toEqual({
    open: 0,
    pending: 0,
    group: 0,
    snoozed: 0,
    unread: 0,
    lastEvent: expect.any(Number),
  })
  expect((await gina.post('/tickets/closeAll', { status: 'open', selectedQueueIds: [1, 2] })).body).toEqual({
    closed: 0,
  })
})

const listed = async (calls: Caller, query: string): Promise<string[]> => {
  const { status, body } = await calls.get(`/tickets?${query}`)
  expect([query, status]).toEqual([query, 200])
  expect(body['count']).toBe(body['tickets'].length)
  return body['tickets'].map(({ id }: { id: number }) => nameOf(id) ?? '?').sort()
}

const plain = {
  'status=open': ['mine', 'mineInOtherQueue'],
  'status=pending': ['waiting'],
  'status=group': [],
  'status=closed': [],
  'status=search': ['mine', 'mineInOtherQueue', 'waiting'],
  'status=search&searchParam=cliente': ['mine', 'mineInOtherQueue', 'waiting'],
} as const

test('plain users see their own tabs only, whatever they request', async () => {
  for (const [query, expected] of Object.entries(plain)) {
    expect([query, await listed(bruno, query)]).toEqual([query, [...expected]])
    for (const more of ['&showAll=true', '&queueIds=[1,2]', '&users=[3]', '&showAll=true&queueIds=[1,2]&users=[3]']) {
      expect([query, more, await listed(bruno, query + more)]).toEqual([query, more, [...expected]])
    }
  }
  expect(await listed(bruno, 'status=pending&queueIds=[2]')).toEqual([])
  expect(await listed(bruno, 'status=open&queueIds=[]')).toEqual(['mineInOtherQueue'])
  expect((await bruno.get('/tickets/counts?showAll=true')).body).toEqual({
    open: 2,
    pending: 1,
    group: 0,
    snoozed: 0,
    unread: 0,
    lastEvent: expect.any(Number),
  })
  expect((await bruno.get(`/tickets/contact/${tickets.colleague.contactId}`)).body).toMatchObject({
    tickets: [],
    count: 0,
  })
})

test('a contact’s tickets come by pages, the open ones apart, as far as the user reaches', async () => {
  const ctx = world.ctx(1)
  const contactId = addContact(ctx, 'Lia Campos')
  const open = addTicket(ctx, { contactId, status: 'open', userId: 2 }).id
  const closed = Array.from({ length: 45 }, () => addTicket(ctx, { contactId, status: 'closed', userId: 2 }).id)
  // Equal times: the id decides.
  ctx.company.sqlite.run('UPDATE ticket SET updated_at = 1000 WHERE contact_id = ? AND id % 3', [contactId])
  const ofColleague = addTicket(ctx, { contactId, status: 'closed', userId: 3, queueId: 2 }).id
  const path = `/tickets/contact/${contactId}`
  const idsAt = async (caller: Caller, query: string) => {
    const { body } = await caller.get(`${path}?${query}`)
    return { body, ids: body['tickets'].map(({ id }: { id: number }) => id) as number[] }
  }
  expect((await idsAt(bruno, 'closed=false')).ids).toEqual([open])
  expect((await idsAt(ana, 'closed=true')).body['count']).toBe(46)
  const first = await idsAt(bruno, 'closed=true')
  expect([first.ids.length, first.body['count'], first.body['hasMore']]).toEqual([40, 45, true])
  const second = await idsAt(bruno, `closed=true&cursor=${first.body['nextCursor']}`)
  expect([second.ids.length, second.body['hasMore'], second.body['nextCursor']]).toEqual([5, false, null])
  expect([...first.ids, ...second.ids].sort()).toEqual(closed.sort())
  expect((await bruno.get(`${path}?cursor=x`)).status).toBe(400)
  expect((await gina.get(path)).status).toBe(404)
  ctx.company.sqlite.run(`DELETE FROM ticket WHERE id IN (${[...closed, ofColleague, open].join()})`)
})

test('each switch adds the tickets it names', async () => {
  const withSwitches = async (switches: Record<string, boolean>, queries: Record<string, readonly string[]>) => {
    setSwitches(world.ctx(1), 2, switches)
    for (const [query, expected] of Object.entries(queries)) {
      expect([switches, query, await listed(bruno, query)]).toEqual([switches, query, [...expected].sort()])
    }
    setSwitches(world.ctx(1), 2, Object.fromEntries(Object.keys(switches).map((name) => [name, false])))
  }
  await withSwitches({ all_ticket: true }, { 'status=pending': ['waiting', 'noQueue'] })
  await withSwitches(
    { allow_group: true },
    { 'status=group': ['group'], 'status=search': ['group', ...plain['status=search']] },
  )
  await withSwitches({ all_historic: true }, plain)
  await withSwitches(
    { all_user_chat: true },
    {
      'status=open': ['mine', 'mineInOtherQueue'],
      'status=open&showAll=true': ['mine', 'mineInOtherQueue', 'colleague'],
      'status=closed&showAll=true': ['closedOfColleague'],
      'status=pending&showAll=true': ['waiting'],
    },
  )
  await withSwitches(
    { all_user_chat: true, all_historic: true, all_ticket: true },
    { 'status=pending&showAll=true&queueIds=[1]': ['waiting', 'otherQueue', 'noQueue'] },
  )
})

test('admins see their own tickets, or all tickets of any queues', async () => {
  expect(await listed(ana, 'status=open')).toEqual([])
  expect(await listed(ana, 'status=open&showAll=true')).toEqual(['colleague', 'mine', 'mineInOtherQueue'])
  expect(await listed(ana, 'status=open&showAll=true&queueIds=[2]')).toEqual(['mineInOtherQueue'])
  expect(await listed(ana, 'status=pending')).toEqual(['noQueue', 'otherQueue', 'waiting'])
  expect(await listed(ana, 'status=search&users=[3]')).toEqual(['closedOfColleague', 'colleague'])
  expect(await listed(ana, '')).toHaveLength(8)
  expect((await ana.get('/tickets/counts?showAll=true')).body).toEqual({
    open: 3,
    pending: 3,
    group: 1,
    snoozed: 0,
    unread: 0,
    lastEvent: expect.any(Number),
  })
})

test('refuses invalid ids', async () => {
  for (const path of ['/tickets/abc', '/tickets/0', '/tickets-log/x', '/tickets/contact/x']) {
    expect([path, (await ana.get(path)).status]).toEqual([path, 400])
  }
  expect((await ana.get('/tickets/u/undefined')).body.error).toBe('ERR_NO_TICKET_FOUND')
})

test('all users see a contact, but its last message only with its ticket', async () => {
  const { contactId, id } = addTicket(world.ctx(1), { status: 'open', userId: 2, queueId: 1 })
  await (await world.as(world.bruno)).post(`/messages/${id}`, { body: 'O preço combinado' })
  const read = async (person: typeof world.ana) => {
    const caller = await world.as(person)
    const one = (await caller.get(`/contacts/${contactId}`)).body['lastMessage']
    const { contacts } = (await caller.get('/contacts')).body
    return [one, contacts.find((contact: { id: number }) => contact.id === contactId).lastMessage]
  }
  expect(await read(world.bruno)).toEqual(['O preço combinado', 'O preço combinado'])
  expect(await read(world.ana)).toEqual(['O preço combinado', 'O preço combinado'])
  expect(await read(world.carla)).toEqual(['', ''])
  // Live events of the contact, which all users receive, must not reveal it either.
  world.published.length = 0
  await (await world.as(world.ana)).put(`/contacts/${contactId}`, { name: 'Outro nome' })
  const [published] = world.published.filter(({ event }) => event === 'company-1-contact')
  expect(published?.data['contact']).toMatchObject({ name: 'Outro nome' })
  expect(JSON.stringify(published)).not.toContain('combinado')
})
