import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mayNotify } from '../web/notification/notification-rules'
import { effectsOf, noEffects } from './testing/world/side-effects'
import { addContact, addTicket, setSwitches } from './testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'
import { liveSubscriptions } from './compose'
import type { NewTicket } from './ticket/opening/insert-ticket'
import type { TicketRow } from './ticket/ticket.queries'
import { presentSession } from './user/session/present-session'

let world: World
let bruno: Caller, ana: Caller

/** Bruno works in queue 1, Carla in queue 2. */
const places = {
  mine: { status: 'open', userId: 2, queueId: 1 },
  mineInOtherQueue: { status: 'open', userId: 2, queueId: 2 },
  waiting: { status: 'pending', userId: null, queueId: 1 },
  waitingForMe: { status: 'pending', userId: 2, queueId: 1 },
  waitingForCarla: { status: 'pending', userId: 3, queueId: 1 },
  waitingInOtherQueue: { status: 'pending', userId: null, queueId: 2 },
  waitingNowhere: { status: 'pending', userId: null, queueId: null },
  carlas: { status: 'open', userId: 3, queueId: 1 },
  carlasInOtherQueue: { status: 'open', userId: 3, queueId: 2 },
  carlasNowhere: { status: 'open', userId: 3, queueId: null },
  groupNowhere: { status: 'group', userId: null, queueId: null, isGroup: true },
  groupHere: { status: 'group', userId: 3, queueId: 1, isGroup: true },
  groupInOtherQueue: { status: 'group', userId: null, queueId: 2, isGroup: true },
  closedMine: { status: 'closed', userId: 2, queueId: 1 },
  closedByNobody: { status: 'closed', userId: null, queueId: 1 },
  closedCarlas: { status: 'closed', userId: 3, queueId: 1 },
  closedInOtherQueue: { status: 'closed', userId: 3, queueId: 2 },
} as const satisfies Record<string, Partial<NewTicket>>
type Name = keyof typeof places
const names = Object.keys(places) as Name[]
const tickets = {} as Record<Name, TicketRow>

const own: Name[] = ['mine', 'mineInOtherQueue', 'waiting', 'waitingForMe', 'closedMine', 'closedByNobody']
const colleaguesTickets: Name[] = ['waitingForCarla', 'carlas', 'closedCarlas']

/** Switches, and what they add to the user's own tickets. */
const table: [switches: string[], added: Name[]][] = [
  [[], []],
  [['all_ticket'], ['waitingNowhere']],
  [['allow_group'], ['groupNowhere', 'groupHere']],
  [['all_historic'], []],
  [['all_user_chat'], colleaguesTickets],
  [
    ['all_user_chat', 'all_historic'],
    [...colleaguesTickets, 'waitingInOtherQueue', 'carlasInOtherQueue', 'closedInOtherQueue'],
  ],
  [
    ['all_user_chat', 'all_ticket'],
    [...colleaguesTickets, 'waitingNowhere', 'carlasNowhere'],
  ],
  [
    ['all_user_chat', 'all_historic', 'allow_group'],
    [
      ...colleaguesTickets,
      ...(['waitingInOtherQueue', 'carlasInOtherQueue', 'closedInOtherQueue'] as const),
      ...(['groupNowhere', 'groupHere', 'groupInOtherQueue'] as const),
    ],
  ],
  [['show_dashboard', 'allow_real_time', 'allow_connections', 'user_close_pending_ticket'], []],
]
const allSwitches = [...new Set(table.flatMap(([switches]) => switches))]

beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
  const ctx = world.ctx(1)
  for (const name of names)
    tickets[name] = addTicket(ctx, { contactId: addContact(ctx, `Cliente ${name}`), ...places[name] })
  ctx.company.sqlite.run('UPDATE ticket SET unread_messages = 1')
})
afterAll(() => world.stop())

function withOnly(switches: readonly string[]) {
  const all = Object.fromEntries(allSwitches.map((name) => [name, switches.includes(name)]))
  setSwitches(world.ctx(1), 2, all)
}

const nameOf = (id: number) => names.find((name) => tickets[name].id === id) ?? '?'
const sorted = (list: readonly string[]) => [...list].sort()
const namesIn = (body: Record<string, any>) => sorted(body['tickets'].map(({ id }: { id: number }) => nameOf(id)))

for (const [switches, added] of table) {
  const title = switches.join(' + ') || 'no switch'
  const visible = sorted([...own, ...added])

  test(`${title}: lists, search, counts and unread contain the permitted tickets`, async () => {
    withOnly(switches)
    const all = await bruno.get('/tickets?status=search&showAll=true')
    expect([namesIn(all.body), all.body.count]).toEqual([visible, visible.length])
    const everyQueue = await bruno.get('/tickets?status=search&showAll=true&queueIds=[1,2]&users=[1,2,3]')
    expect(namesIn(everyQueue.body)).toEqual(visible)
    for (const text of ['cliente', 'carlas']) {
      const found = namesIn((await bruno.get(`/tickets?status=search&showAll=true&searchParam=${text}`)).body)
      expect(found).toEqual(visible.filter((name) => `cliente ${name}`.toLowerCase().includes(text)))
    }
    const counted: Record<string, number> = {}
    for (const tab of ['open', 'pending', 'group', 'closed'] as const) {
      const { body } = await bruno.get(`/tickets?status=${tab}&showAll=true`)
      expect([tab, namesIn(body)]).toEqual([tab, visible.filter((name) => tickets[name as Name].status === tab)])
      counted[tab] = body.count
    }
    const { open, pending, group } = counted
    const { body: counts } = await bruno.get('/tickets/counts?showAll=true')
    const unreadCount = (open ?? 0) + (pending ?? 0) + (group ?? 0)
    expect(counts).toEqual({ open, pending, group, snoozed: 0, unread: unreadCount, lastEvent: expect.any(Number) })
    const unread = await bruno.get('/tickets?status=search&showAll=true&withUnreadMessages=true')
    expect(namesIn(unread.body)).toEqual(visible)
  })

  test(`${title}: uuid, contact, messages, log and notes reach the same tickets`, async () => {
    withOnly(switches)
    const reached: Record<string, string[]> = {}
    for (const name of names) {
      const { id, uuid, contactId } = tickets[name]
      const paths = [`/tickets/u/${uuid}`, `/tickets/${id}`, `/tickets-log/${id}`, `/ticket-notes/list?ticketId=${id}`]
      for (const path of [...paths, `/messages/${id}`]) {
        const { status } = await bruno.get(path)
        expect([name, path, status]).toEqual([name, path, visible.includes(name) ? 200 : 404])
      }
      const ofContact = await bruno.get(`/tickets/contact/${contactId}`)
      reached[name] = namesIn(ofContact.body)
    }
    expect(sorted(Object.values(reached).flat())).toEqual(visible)
    world.ctx(1).company.sqlite.run('UPDATE ticket SET unread_messages = 1')
  })

  test(`${title}: live events reach the same tickets only`, async () => {
    withOnly(switches)
    const topics = new Set(liveSubscriptions.topicsOf(world.ctxAs(world.bruno)).map((topic) => `1/${topic}`))
    const informed: string[] = []
    for (const name of names) {
      world.published.length = 0
      await ana.put(`/tickets/${tickets[name].id}`, { amount: Math.random() })
      const published = world.published.filter((message) => message.topics.some((topic) => topics.has(topic)))
      expect(world.published.length).toBeGreaterThan(0)
      if (published.length > 0) informed.push(name)
    }
    expect(sorted(informed)).toEqual(visible)
  })

  test(`${title}: notifications and writing are limited to the same tickets`, async () => {
    withOnly(switches)
    await ana.put('/companySettings', { column: 'showNotificationPending', data: 'enabled' })
    const user = presentSession(world.platform, world.ctx(1), 2)
    const notified = names.filter((name) => mayNotify(user, tickets[name]))
    expect(notified.filter((name) => !visible.includes(name))).toEqual([])
    expect(notified).toContain('waiting')
    expect(notified.includes('waitingNowhere')).toBe(switches.includes('all_ticket'))
    expect(notified.includes('groupNowhere')).toBe(switches.includes('allow_group'))
    for (const name of names) {
      if (visible.includes(name)) continue
      const { answer, ...effects } = await effectsOf(world, () =>
        bruno.post(`/messages/${tickets[name].id}`, { body: 'oi', isPrivate: true }),
      )
      expect([name, answer.status, effects]).toEqual([name, 404, noEffects])
    }
  })
}

test('a role gives what its switches give, and takes what they do not', async () => {
  const named = Object.fromEntries(
    allSwitches.map((name) => [name, name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())]),
  )
  const bodyOf = (on: string[]) => Object.fromEntries(allSwitches.map((name) => [named[name], on.includes(name)]))
  withOnly([])
  const { id } = (await ana.post('/roles', { name: 'Papel', ...bodyOf([]) })).body
  await ana.put('/users/2', { roleId: id })
  for (const [on, added] of table) {
    expect((await ana.put(`/roles/${id}`, bodyOf(on))).status).toBe(200)
    const { body } = await bruno.get('/tickets?status=search&showAll=true')
    expect([on, namesIn(body)]).toEqual([on, sorted([...own, ...added])])
  }
  await ana.delete(`/roles/${id}`)
})

test('without requesting all, lists do not contain colleagues’ tickets', async () => {
  withOnly(['all_user_chat', 'all_historic', 'all_ticket'])
  const { body } = await bruno.get('/tickets?status=open')
  expect(namesIn(body)).toEqual(['mine', 'mineInOtherQueue'])
  const searched = namesIn((await bruno.get('/tickets?status=search')).body)
  expect(searched.filter((name) => tickets[name as Name].userId === 3)).toEqual([])
})

test('a contact’s messages in other queues require allHistoric', async () => {
  const ctx = world.ctx(1)
  const contactId = addContact(ctx, 'Muitas filas')
  const earlier = [
    addTicket(ctx, { contactId, status: 'closed', queueId: 1, userId: 3 }),
    addTicket(ctx, { contactId, status: 'closed', queueId: 2, userId: 3 }),
    addTicket(ctx, { contactId, status: 'closed', queueId: null, userId: null }),
  ]
  const present = addTicket(ctx, { contactId, status: 'open', userId: 2, queueId: 1 })
  for (const { id, queueId } of [...earlier, present]) {
    ctx.company.sqlite.run(
      'INSERT INTO message (ticket_id, connection_id, from_me, body, created_at) VALUES (?, 1, 0, ?, ?)',
      [id, `fila ${queueId ?? 'nenhuma'}`, id],
    )
  }
  const read = async () =>
    (await bruno.get(`/messages/${present.id}`)).body.messages.map(({ body }: { body: string }) => body)
  const given: [string[], string[]][] = [
    [[], ['fila 1', 'fila 1']],
    [['all_ticket'], ['fila 1', 'fila nenhuma', 'fila 1']],
    [['all_user_chat'], ['fila 1', 'fila 1']],
    [['all_historic'], ['fila 1', 'fila 2', 'fila nenhuma', 'fila 1']],
  ]
  for (const [switches, bodies] of given) {
    withOnly(switches)
    expect([switches, await read()]).toEqual([switches, bodies])
  }
})

/** Caller that only this switch opens to a plain user. */
const opened: [name: string, calls: [method: string, path: string, body?: object][]][] = [
  [
    'show_dashboard',
    [
      ['GET', '/dashboard'],
      ['GET', '/dashboard/ticketsUsers?initialDate=2026-01-01&finalDate=2026-01-31'],
      ['GET', '/dashboard/ticketsDay?initialDate=2026-01-01&finalDate=2026-01-31'],
      ['GET', '/dashboard/trends?initialDate=2026-01-01&finalDate=2026-01-31'],
      ['GET', '/messages-allMe'],
    ],
  ],
  [
    'allow_real_time',
    [
      ['GET', '/dashboard/moments'],
      ['GET', '/usersMoments'],
    ],
  ],
  [
    'allow_connections',
    [
      ['POST', '/whatsapp', { name: 'Nova conexão' }],
      ['PUT', '/whatsapp/1', { name: 'Acme WhatsApp' }],
      ['POST', '/whatsapp-restart/'],
      ['POST', '/whatsappsession/1'],
      ['PUT', '/whatsappsession/1'],
      ['DELETE', '/whatsappsession/1'],
      ['DELETE', '/whatsapp/1/media-upload'],
    ],
  ],
]

for (const [name, calls] of opened) {
  test(`${name} allows its calls, and no other switch does`, async () => {
    for (const [method, path, body] of calls) {
      withOnly(allSwitches.filter((other) => other !== name))
      const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path, body))
      expect([path, answer.status, answer.body.error, effects]).toEqual([path, 403, 'ERR_NO_PERMISSION', noEffects])
      withOnly([name])
      const allowed = await bruno.call(method, path, body)
      expect([path, allowed.body.error]).not.toEqual([path, 'ERR_NO_PERMISSION'])
    }
  })
}

test('userClosePendingTicket allows ignoring pending tickets, and only with it can plain users do so', async () => {
  const ignore = { status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 }
  withOnly(allSwitches.filter((name) => !['user_close_pending_ticket', 'show_dashboard'].includes(name)))
  const { answer, ...effects } = await effectsOf(world, () => bruno.put(`/tickets/${tickets.waiting.id}`, ignore))
  expect([answer.status, answer.body.error, effects]).toEqual([403, 'ERR_NO_PERMISSION', noEffects])
  withOnly(['user_close_pending_ticket'])
  expect((await bruno.put(`/tickets/${tickets.waiting.id}`, ignore)).body.status).toBe('closed')
})

/** The static permissions of admins, which no switch gives to a plain user. */
const ofAdmins: [permission: string, method: string, path: () => string, body?: object][] = [
  ['drawer-admin-items:view', 'POST', () => '/queue', { name: 'Fila', color: '#123456' }],
  ['drawer-admin-items:view', 'PUT', () => '/queue/1', { name: 'Fila', color: '#123456' }],
  ['drawer-admin-items:view', 'DELETE', () => '/queue/1'],
  [
    'drawer-admin-items:view',
    'POST',
    () => '/users',
    { name: 'Novo', email: 'n@acme.test', password: 'dado-por-outra' },
  ],
  ['drawer-admin-items:view', 'PUT', () => '/users/3', { name: 'Outra' }],
  ['drawer-admin-items:view', 'DELETE', () => '/users/3'],
  ['drawer-admin-items:view', 'PUT', () => '/settings/requiredTag', { value: 'enabled' }],
  ['drawer-admin-items:view', 'PUT', () => '/companySettings', { column: 'requiredTag', data: 'enabled' }],
  ['user-modal:editProfile', 'PUT', () => '/users/2', { profile: 'admin' }],
  ['user-modal:editQueues', 'PUT', () => '/users/2', { queueIds: [1, 2] }],
  ['ticket-options:deleteTicket', 'DELETE', () => `/tickets/${tickets.mine.id}`],
  ['contacts-page:deleteContact', 'DELETE', () => '/contacts/1'],
  ['tickets-manager:closeAll', 'POST', () => '/tickets/closeAll', { status: 'open', selectedQueueIds: [1] }],
]

test('a plain user with every switch cannot call what is limited to admins', async () => {
  withOnly(allSwitches.filter((name) => name !== 'allow_connections'))
  for (const [permission, method, path, body] of ofAdmins) {
    const { answer, ...effects } = await effectsOf(world, () => bruno.call(method, path(), body))
    const { error } = answer.body
    expect([permission, path(), answer.status, error]).toEqual([permission, path(), 403, 'ERR_NO_PERMISSION'])
    expect(effects).toEqual(noEffects)
  }
  // Without the permission, showAll has no effect: only the user's own tickets are shown.
  withOnly([])
  const { body } = await bruno.get('/tickets?status=open&showAll=true')
  expect(namesIn(body).filter((name) => name !== '?')).toEqual(['mine', 'mineInOtherQueue'])
})
