import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readApiCalls } from './testing/hostile/api-calls'
import { messageEvent, receive } from './testing/conversation/inbound'
import { namedFields, refused, type RefusedField } from './testing/hostile/named-fields'
import { effectsOf, noEffects } from './testing/world/side-effects'
import { addContact, addTicket } from './testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'
import { formOf } from './testing/world/form-of'
import { acceptTicket } from './ticket/assignment/accept-ticket'
import { setTicketQueue } from './ticket/assignment/set-ticket-queue'

let world: World
let bruno: Caller, ana: Caller
let carlasMessage: number
let ownTicket: number
let ownMessage: number
let ownSchedule: number
let carlasSchedule: number
let rita: number
let macro: number

/** Bruno works in queue 1 and owns a ticket there; Carla works in queue 2 and owns ticket 1. */
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ bruno, ana } = await signIn(world, 'bruno', 'ana'))
  receive(world, 1, messageEvent({ text: 'Olá' }))
  setTicketQueue(world.ctx(1), 1, 2)
  acceptTicket(world.ctxAs(world.carla), 1)
  carlasMessage = 1
  const ctx = world.ctx(1)
  rita = addContact(ctx, 'Rita')
  ownTicket = addTicket(ctx, { contactId: addContact(ctx, 'Cliente'), status: 'open', queueId: 1, userId: 2 }).id
  ownMessage = (await bruno.post(`/messages/${ownTicket}`, { body: 'Bom dia' })).body.messages[0].id
  const carla = await world.as(world.carla)
  macro = (await bruno.post('/macros', { name: 'Resolver', steps: [{ kind: 'resolve' }] })).body.id
  ownSchedule = (await bruno.post('/schedules', schedule())).body.id
  carlasSchedule = (await carla.post('/schedules', schedule())).body.id
})
afterAll(() => world.stop())

const schedule = (more: object = {}) => ({
  body: 'Lembrete',
  sendAt: '2026-11-25T12:00:00Z',
  contactId: rita,
  openTicket: 'enabled',
  queueId: null,
  ...more,
})

const ofCarla = () => `/schedules/${carlasSchedule}`
const ofBruno = () => `/schedules/${ownSchedule}`

/** Every body field that names a queue, user, connection, contact, ticket, message, tag or schedule. */
const fields: Record<string, RefusedField | string> = {
  ...namedFields,
  'POST /contacts/merge fromContactId': refused(() => ({ fromContactId: rita, intoContactId: 1 })),
  'POST /contacts/merge intoContactId': refused(() => ({ fromContactId: 1, intoContactId: rita })),
  'POST /tickets userId': refused(() => ({ contactId: rita, queueId: 1, userId: 3 })),
  'POST /tickets queueId': refused(() => ({ contactId: rita, queueId: 2 })),
  'PUT /tickets/{id} userId': refused(
    () => ({ isTransfered: true, userId: 2, queueId: 2, status: 'open' }),
    'ERR_NO_PERMISSION',
    () => `/tickets/${ownTicket}`,
  ),
  'PUT /tickets/{id} queueId': refused(
    () => ({ queueId: 2 }),
    'ERR_NO_PERMISSION',
    () => `/tickets/${ownTicket}`,
  ),
  'POST /messages/{id} quotedMsg': refused(
    () => ({ body: 'Oi', quotedMsg: { id: carlasMessage } }),
    'ERR_NO_MESSAGE_FOUND',
    () => `/messages/${ownTicket}`,
  ),
  'POST /message/forward messageId': refused(
    () => ({ messageId: carlasMessage, contactId: rita }),
    'ERR_NO_MESSAGE_FOUND',
  ),
  'POST /message/forward queueId': refused(() => ({ messageId: ownMessage, contactId: rita, queueId: 2 })),
  'POST /macros/{id}/run ticketId': refused(
    () => ({ ticketId: 1, key: crypto.randomUUID() }),
    'ERR_NO_TICKET_FOUND',
    () => `/macros/${macro}/run`,
  ),
  'POST /hooks/rules/{token} ticketId': 'whoever has the secret address of a rule names the ticket',
  'POST /schedules queueId': refused(() => schedule({ queueId: 2 })),
  'POST /schedules ticketUserId': refused(() => schedule({ statusTicket: 'open', queueId: 1, ticketUserId: 3 })),
  'PUT /schedules/{id} contactId': refused(() => ({ contactId: rita }), 'ERR_NO_PERMISSION', ofCarla),
  'PUT /schedules/{id} whatsappId': refused(() => ({ whatsappId: 1 }), 'ERR_NO_PERMISSION', ofCarla),
  'PUT /schedules/{id} queueId': refused(() => ({ queueId: 2 }), 'ERR_NO_PERMISSION', ofBruno),
  'PUT /schedules/{id} ticketUserId': refused(() => ({ queueId: 1, ticketUserId: 3 }), 'ERR_NO_PERMISSION', ofBruno),
  'POST /schedules/media-upload scheduleId': refused(
    () => formOf({ file: new File(['x'], 'x.txt', { type: 'text/plain' }), scheduleId: String(carlasSchedule) }),
    'ERR_NO_PERMISSION',
    () => '/schedules/media-upload',
  ),
}

const naming = /(?:^|[a-z])(?:Ids?|IdRemarketing|IdAfterRemarketing|IdQueue)$|^(?:users|tags|quotedMsg|vCard)$/
/** Plans and companies belong to the platform; the ids at Efí and at Meta name no record. */
const otherIds = new Set([
  'planId',
  'companyId',
  'clientId',
  'efiClientId',
  'phoneNumberId',
  'businessAccountId',
  'facebookUserId',
  'accountIds',
])

test('every field of a writing call that names a record has a decision here', async () => {
  const calls = await readApiCalls(world.app)
  const named = calls.flatMap(({ method, name, path, body }) =>
    method === 'GET' || path.startsWith('/plans')
      ? []
      : Object.keys(body?.properties ?? {}).flatMap((field) =>
          naming.test(field) && !otherIds.has(field) ? [`${name} ${field}`] : [],
        ),
  )
  expect(named.sort()).toEqual(Object.keys(fields).sort())
})

for (const [name, field] of Object.entries(fields)) {
  if (typeof field === 'string') continue
  const [method = '', path = ''] = name.split(' ')
  test(`${name}: a plain user cannot name records beyond their permissions`, async () => {
    const { answer, ...effects } = await effectsOf(world, () =>
      bruno.call(method, field.path?.() ?? path, field.body()),
    )
    expect(answer.body.error).toBe(field.error)
    expect(effects).toEqual(noEffects)
  })
}

test('a schedule is limited to what its author may choose, also when an admin saves it; an admin’s own is not', async () => {
  const id = (await bruno.post('/schedules', schedule({ queueId: 1, statusTicket: 'open', ticketUserId: 2 }))).body.id
  const chosen = { queueId: 2, ticketUserId: 3 }
  expect((await ana.put(`/schedules/${id}`, chosen)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await ana.put(`/schedules/${id}`, { body: 'Outro texto' })).body).toMatchObject({
    body: 'Outro texto',
    queueId: 1,
  })
  expect((await ana.post('/schedules', schedule({ ...chosen, statusTicket: 'open' }))).body).toMatchObject(chosen)
})

test('transferring a pending ticket to oneself cannot move it into another queue', async () => {
  const waiting = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  const body = { status: 'open', userId: 2, queueId: 2, isTransfered: true }
  expect((await bruno.put(`/tickets/${waiting.id}`, body)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.put(`/tickets/${waiting.id}`, { ...body, userId: 3 })).body.status).toBe('open')
})
