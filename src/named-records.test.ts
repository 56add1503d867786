import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readApiCalls } from './testing/api-calls'
import { messageEvent, receive } from './testing/inbound'
import { effectsOf, noEffects } from './testing/side-effects'
import { addContact, addTicket } from './testing/tickets'
import { createWorld, type World } from './testing/world'
import { acceptTicket } from './ticket/accept-ticket'
import { setTicketQueue } from './ticket/set-ticket-queue'

type Calls = Awaited<ReturnType<World['as']>>
let world: World
let bruno: Calls
let ana: Calls
let carlasMessage: number
let ownTicket: number
let ownMessage: number
let ownSchedule: number
let carlasSchedule: number
let rita: number

/** Bruno works in queue 1 and owns a ticket there; Carla, in queue 2, owns ticket 1. */
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  bruno = await world.as(world.bruno)
  ana = await world.as(world.ana)
  receive(world, 1, messageEvent({ text: 'Olá' }))
  setTicketQueue(world.ctx(1), 1, 2)
  acceptTicket(world.ctxAs(world.carla), 1)
  carlasMessage = 1
  const ctx = world.ctx(1)
  rita = addContact(ctx, 'Rita')
  ownTicket = addTicket(ctx, { contactId: addContact(ctx, 'Cliente'), status: 'open', queueId: 1, userId: 2 }).id
  ownMessage = (await bruno.post(`/messages/${ownTicket}`, { body: 'Bom dia' })).body.messages[0].id
  const carla = await world.as(world.carla)
  ownSchedule = (await bruno.post('/schedules', schedule())).body.id
  carlasSchedule = (await carla.post('/schedules', schedule())).body.id
})
afterAll(() => world.stop())

const schedule = (more: object = {}) => ({
  ...{ body: 'Lembrete', sendAt: '2026-11-25T12:00:00Z', contactId: 1, openTicket: 'enabled', queueId: null },
  ...more,
})

/** A plain user's call that names a record beyond what they may name, and the refusal. */
interface Refused {
  path?: () => string
  body: () => unknown
  error: string
}

const refused = (body: () => unknown, error = 'ERR_NO_PERMISSION', path?: () => string): Refused => {
  return { body, error, ...(path ? { path } : {}) }
}
const forAdmins = (body: object, path?: string) =>
  refused(() => body, 'ERR_NO_PERMISSION', path ? () => path : undefined)

/** Why any agent of the company may name any record of it there. */
const open = (reason: string) => reason
const allContacts = open('agents see all contacts of their company')
const allConnections = open('agents may use all connections of their company')
const allColleagues = open('a chat is with any colleague')
const tagChain = open('agents create and edit tags and lanes')
const notRead = open('the field is taken and not read')

const user = { name: 'Novo', email: 'novo@acme.test', password: 'segredo' }
const connection = { name: 'Outra', channel: 'whatsapp' }
const ofCarla = () => `/schedules/${carlasSchedule}`
const ofBruno = () => `/schedules/${ownSchedule}`

/** Bots cannot be created yet, so that no id of one exists. */
const noBots = open('no id is accepted')

/** Every field of a writing call that names a queue, user, connection, contact, ticket, message, tag or schedule. */
const fields: Record<string, Refused | string> = {
  'POST /users whatsappId': forAdmins({ ...user, whatsappId: 1 }),
  'POST /users queueIds': forAdmins({ ...user, queueIds: [2] }),
  'PUT /users/{id} whatsappId': forAdmins({ whatsappId: 1 }, '/users/2'),
  'PUT /users/{id} queueIds': forAdmins({ queueIds: [1, 2] }, '/users/2'),
  'POST /users/{id}/media-upload userId': notRead,
  'POST /tags nextLaneId': tagChain,
  'POST /tags rollbackLaneId': tagChain,
  'POST /tags whatsappIdRemarketing': tagChain,
  'POST /tags tagIdAfterRemarketing': tagChain,
  'PUT /tags/{id} nextLaneId': tagChain,
  'PUT /tags/{id} rollbackLaneId': tagChain,
  'PUT /tags/{id} whatsappIdRemarketing': tagChain,
  'PUT /tags/{id} tagIdAfterRemarketing': tagChain,
  'POST /tags/sync contactId': allContacts,
  'POST /tags/sync tags': open('agents tag all contacts'),
  'POST /contacts/upload/{id}/import tagIds': forAdmins(
    { mapping: { name: 0, number: 1 }, tagIds: [1] },
    '/contacts/upload/1/import',
  ),
  'POST /contacts/import whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import'),
  'POST /contacts/import/chats whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import/chats'),
  'POST /contactsImport tags': open('tags are given by name'),
  'POST /queue integrationId': forAdmins({ name: 'Nova', color: '#123456', integrationId: 1 }),
  'POST /queue fileListId': forAdmins({ name: 'Nova', color: '#123456', fileListId: 1 }),
  'PUT /queue/{id} integrationId': forAdmins({ integrationId: 1 }, '/queue/1'),
  'PUT /queue/{id} fileListId': forAdmins({ fileListId: 1 }, '/queue/1'),
  'POST /whatsapp queueIds': forAdmins({ ...connection, queueIds: [1] }),
  'POST /whatsapp sendIdQueue': forAdmins({ ...connection, sendIdQueue: 1 }),
  'PUT /whatsapp/{id} queueIds': forAdmins({ queueIds: [1] }, '/whatsapp/1'),
  'PUT /whatsapp/{id} sendIdQueue': forAdmins({ sendIdQueue: 1 }, '/whatsapp/1'),
  'POST /contacts walletUserId': forAdmins({ name: 'Novo', number: '5511900000001', walletUserId: 2 }),
  'PUT /contacts/{id} walletUserId': forAdmins({ walletUserId: 2 }, '/contacts/1'),
  'POST /contacts/{id}/apart contactId': allContacts,
  'POST /contacts/merge fromContactId': refused(() => ({ fromContactId: rita, intoContactId: 1 })),
  'POST /contacts/merge intoContactId': refused(() => ({ fromContactId: 1, intoContactId: rita })),
  'POST /tickets contactId': refused(() => ({ contactId: 1, queueId: 1 }), 'ERR_OTHER_OPEN_TICKET'),
  'POST /tickets userId': refused(() => ({ contactId: rita, queueId: 1, userId: 3 })),
  'POST /tickets queueId': refused(() => ({ contactId: rita, queueId: 2 })),
  'POST /tickets whatsappId': allConnections,
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
  'POST /tickets/closeAll selectedQueueIds': forAdmins({ status: 'open', selectedQueueIds: [1] }),
  'POST /ticket-notes ticketId': refused(() => ({ note: 'Nota', ticketId: 1 }), 'ERR_NO_TICKET_FOUND'),
  'POST /ticket-notes contactId': notRead,
  'POST /messages/{id} quotedMsg': refused(
    () => ({ body: 'Oi', quotedMsg: { id: carlasMessage } }),
    'ERR_NO_MESSAGE_FOUND',
    () => `/messages/${ownTicket}`,
  ),
  'POST /messages/{id} vCard': allContacts,
  'POST /message/forward messageId': refused(
    () => ({ messageId: carlasMessage, contactId: rita }),
    'ERR_NO_MESSAGE_FOUND',
  ),
  'POST /message/forward contactId': allContacts,
  'POST /message/forward queueId': refused(() => ({ messageId: ownMessage, contactId: rita, queueId: 2 })),
  'POST /schedules contactId': allContacts,
  'POST /schedules whatsappId': allConnections,
  'POST /schedules queueId': refused(() => schedule({ queueId: 2 })),
  'POST /schedules ticketUserId': refused(() => schedule({ statusTicket: 'open', queueId: 1, ticketUserId: 3 })),
  'PUT /schedules/{id} contactId': refused(() => ({ contactId: rita }), 'ERR_NO_PERMISSION', ofCarla),
  'PUT /schedules/{id} whatsappId': refused(() => ({ whatsappId: 1 }), 'ERR_NO_PERMISSION', ofCarla),
  'PUT /schedules/{id} queueId': refused(() => ({ queueId: 2 }), 'ERR_NO_PERMISSION', ofBruno),
  'PUT /schedules/{id} ticketUserId': refused(() => ({ queueId: 1, ticketUserId: 3 }), 'ERR_NO_PERMISSION', ofBruno),
  'POST /schedules/media-upload scheduleId': refused(
    () => {
      const form = new FormData()
      form.set('file', new File(['x'], 'x.txt', { type: 'text/plain' }))
      form.set('scheduleId', String(carlasSchedule))
      return form
    },
    'ERR_NO_PERMISSION',
    () => '/schedules/media-upload',
  ),
  'POST /chats users': allColleagues,
  'PUT /chats/{id} users': allColleagues,
  'POST /chats/{id}/read userId': notRead,
  'POST /whatsapp agentId': noBots,
  'POST /whatsapp integrationId': noBots,
  'POST /whatsapp promptId': noBots,
  'POST /whatsapp selectedFlowIds': noBots,
  'PUT /whatsapp/{id} agentId': noBots,
  'PUT /whatsapp/{id} integrationId': noBots,
  'PUT /whatsapp/{id} promptId': noBots,
  'PUT /whatsapp/{id} selectedFlowIds': noBots,
  'POST /subscription invoiceId': forAdmins({ invoiceId: 1, price: 100 }),
  'POST /subscription users': open('a number, not a list of users'),
}

const naming = /(?:^|[a-z])(?:Ids?|IdRemarketing|IdAfterRemarketing|IdQueue)$|^(?:users|tags|quotedMsg|vCard)$/
/** A plan and a company are the platform's; a client's own id and the host's at Efí name nothing. */
const otherIds = new Set(['planId', 'companyId', 'clientId', 'efiClientId'])

test('every field of a writing call that names a record is decided here', async () => {
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
  test(`${name}: a plain user cannot name what is beyond their rights`, async () => {
    const { answer, ...effects } = await effectsOf(world, () =>
      bruno.call(method, field.path?.() ?? path, field.body()),
    )
    expect(answer.body.error).toBe(field.error)
    expect(effects).toEqual(noEffects)
  })
}

test('what an admin chose stays when the author saves the rest; admins choose anything', async () => {
  const id = (await bruno.post('/schedules', schedule({ queueId: 1, statusTicket: 'open', ticketUserId: 2 }))).body.id
  const chosen = { queueId: 2, ticketUserId: 3 }
  expect((await ana.put(`/schedules/${id}`, chosen)).body).toMatchObject(chosen)
  const saved = await bruno.put(`/schedules/${id}`, { ...schedule(chosen), statusTicket: 'open', body: 'Outro texto' })
  expect([saved.status, saved.body]).toMatchObject([200, { ...chosen, body: 'Outro texto' }])
  await bruno.put(`/schedules/${id}`, { openTicket: 'disabled' })
  expect((await bruno.put(`/schedules/${id}`, { openTicket: 'enabled' })).body.error).toBe('ERR_NO_PERMISSION')
})

test('a waiting ticket cannot be taken into a foreign queue by transferring it to oneself', async () => {
  const waiting = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  const body = { status: 'open', userId: 2, queueId: 2, isTransfered: true }
  expect((await bruno.put(`/tickets/${waiting.id}`, body)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.put(`/tickets/${waiting.id}`, { ...body, userId: 3 })).body.status).toBe('open')
})
