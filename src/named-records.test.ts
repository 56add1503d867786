import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readApiCalls } from './testing/api-calls'
import { messageEvent, receive } from './testing/inbound'
import { effectsOf, noEffects } from './testing/side-effects'
import { addContact, addTicket } from './testing/tickets'
import { type Caller, createWorld, signIn, type World } from './testing/world'
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
  contactId: 1,
  openTicket: 'enabled',
  queueId: null,
  ...more,
})

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

/** The reason why any agent may name any such record there. */
const open = (reason: string) => reason
const allContacts = open('agents see all contacts of their company')
const programs = open('programs act as the company, which an admin allows by giving them the token')
const allConnections = open('agents may use all connections of their company')
const allColleagues = open('a chat is with any colleague')
const tagChain = open('agents create and edit tags and lanes')
const notRead = open('the field is taken and not read')

const user = { name: 'Novo', email: 'novo@acme.test', password: 'segredo' }
const connection = { name: 'Outra', channel: 'whatsapp' }
const option = { name: 'Nova', queueId: 1 }
const agent = { name: 'Nova', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1, queuesId: [1], tagsId: [1] }
const campaign = { name: 'Nova', whatsappId: 1 }
const ofCarla = () => `/schedules/${carlasSchedule}`
const ofBruno = () => `/schedules/${ownSchedule}`

const connectionBots = open('who manages connections chooses what answers on them')

/** Every body field that names a queue, user, connection, contact, ticket, message, tag or schedule. */
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
  'POST /flowbuilder/duplicate flowId': forAdmins({ flowId: 1 }),
  'POST /flowbuilder/restore flowId': forAdmins({ flowId: 1, version: 1 }),
  'POST /flowcampaign flowId': forAdmins({ name: 'Boleto', phrase: 'boleto', flowId: 1 }),
  'POST /flowcampaign whatsappId': forAdmins({ name: 'Boleto', phrase: 'boleto', flowId: 1, whatsappId: 1 }),
  'POST /flowcampaign/test whatsappId': allConnections,
  'PUT /flowcampaign flowId': forAdmins({ id: 1, flowId: 1 }),
  'PUT /flowcampaign whatsappId': forAdmins({ id: 1, whatsappId: 1 }),
  'PUT /flowbuilder flowId': forAdmins({ flowId: 1, name: 'Vendas' }),
  'PUT /flowbuilder/schedule flowId': forAdmins({ flowId: 1, scheduledTimeRun: '' }),
  'PUT /tags/{id} nextLaneId': tagChain,
  'PUT /tags/{id} rollbackLaneId': tagChain,
  'PUT /tags/{id} whatsappIdRemarketing': tagChain,
  'PUT /tags/{id} tagIdAfterRemarketing': tagChain,
  'PUT /tags/lanes tagIds': open('agents order the lanes of the board'),
  'POST /tags/sync contactId': allContacts,
  'POST /tags/sync tags': open('agents tag all contacts'),
  'POST /contacts/upload/{id}/import tagIds': forAdmins(
    { mapping: { name: 0, number: 1 }, tagIds: [1] },
    '/contacts/upload/1/import',
  ),
  'POST /contacts/upload/{id}/import contactListId': forAdmins(
    { mapping: { name: 0, number: 1 }, contactListId: 1 },
    '/contacts/upload/1/import',
  ),
  'POST /contacts/import whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import'),
  'POST /contacts/import/chats whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import/chats'),
  'POST /campaigns contactListId': forAdmins({ ...campaign, contactListId: 1 }),
  'PUT /campaigns/{id} contactListId': forAdmins({ contactListId: 1 }, '/campaigns/1'),
  'POST /campaigns tagListId': forAdmins({ ...campaign, tagListId: 1 }),
  'PUT /campaigns/{id} tagListId': forAdmins({ tagListId: 1 }, '/campaigns/1'),
  'POST /campaigns whatsappId': forAdmins({ ...campaign, whatsappId: 1 }),
  'PUT /campaigns/{id} whatsappId': forAdmins({ whatsappId: 1 }, '/campaigns/1'),
  'POST /campaigns userId': forAdmins({ ...campaign, userId: 1 }),
  'PUT /campaigns/{id} userId': forAdmins({ userId: 1 }, '/campaigns/1'),
  'POST /campaigns queueId': forAdmins({ ...campaign, queueId: 1 }),
  'PUT /campaigns/{id} queueId': forAdmins({ queueId: 1 }, '/campaigns/1'),
  'POST /campaigns/preview contactListId': forAdmins({ contactListId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview tagListId': forAdmins({ tagListId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview whatsappId': forAdmins({ whatsappId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview sourceCampaignId': forAdmins({ sourceCampaignId: 1 }, '/campaigns/preview'),
  'POST /campaign-settings/connections whatsappId': forAdmins(
    { whatsappId: 1, dailyLimit: 10 },
    '/campaign-settings/connections',
  ),
  'POST /contact-list-items contactListId': forAdmins(
    { name: 'Novo', number: '5511900000001', contactListId: 1 },
    '/contact-list-items',
  ),
  'PUT /contact-list-items/{id} contactListId': forAdmins({ contactListId: 1 }, '/contact-list-items/1'),
  'POST /contactsImport tags': open('tags are given by name'),
  'POST /files/uploadList/{id} fileId': notRead,
  'POST /quick-messages userId': notRead,
  'PUT /quick-messages/{id} userId': notRead,
  'POST /agents agentTypeId': forAdmins(agent),
  'POST /agents aiModelListId': forAdmins(agent),
  'POST /agents aiProviderId': forAdmins(agent),
  'POST /agents queuesId': forAdmins(agent),
  'POST /agents tagsId': forAdmins(agent),
  'PUT /agents/{id} agentTypeId': forAdmins({ agentTypeId: 1 }, '/agents/1'),
  'PUT /agents/{id} aiModelListId': forAdmins({ aiModelListId: 1 }, '/agents/1'),
  'PUT /agents/{id} aiProviderId': forAdmins({ aiProviderId: 1 }, '/agents/1'),
  'PUT /agents/{id} queuesId': forAdmins({ queuesId: [1] }, '/agents/1'),
  'PUT /agents/{id} tagsId': forAdmins({ tagsId: [1] }, '/agents/1'),
  'POST /faq/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /faq/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /objection/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /objection/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /complement/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /complement/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /productservice/bulk-with-files agentId': forAdmins({ agentId: '1', products: '[]' }),
  'PUT /productservice/bulk-with-files agentId': forAdmins({ agentId: '1', products: '[]' }),
  'POST /prompt queueId': forAdmins({ name: 'Nova', prompt: 'x', apiKey: 'k', queueId: 1 }),
  'PUT /prompt/{id} queueId': forAdmins({ queueId: 1 }, '/prompt/1'),
  'POST /queueIntegration flowId': forAdmins({ type: 'flowbuilder', name: 'Fluxo', flowId: 1 }),
  'PUT /queueIntegration/{id} flowId': forAdmins({ flowId: 1 }, '/queueIntegration/1'),
  'POST /chatbot queueId': forAdmins({ ...option, queueId: 1 }),
  'POST /chatbot chatbotId': forAdmins({ ...option, chatbotId: 1 }),
  'POST /chatbot optQueueId': forAdmins({ ...option, optQueueId: 1 }),
  'POST /chatbot optUserId': forAdmins({ ...option, optUserId: 1 }),
  'POST /chatbot optIntegrationId': forAdmins({ ...option, optIntegrationId: 1 }),
  'POST /chatbot optFileId': forAdmins({ ...option, optFileId: 1 }),
  'PUT /chatbot/{id} optQueueId': forAdmins({ optQueueId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optUserId': forAdmins({ optUserId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optIntegrationId': forAdmins({ optIntegrationId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optFileId': forAdmins({ optFileId: 1 }, '/chatbot/1'),
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
  'POST /api/messages/send queueId': programs,
  'POST /api/messages/send userId': programs,
  'POST /macros/{id}/run ticketId': refused(
    () => ({ ticketId: 1, key: crypto.randomUUID() }),
    'ERR_NO_TICKET_FOUND',
    () => `/macros/${macro}/run`,
  ),
  'POST /notifications/read ticketId': open('it only marks notifications of the user'),
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
  'POST /whatsapp agentId': connectionBots,
  'POST /whatsapp integrationId': connectionBots,
  'POST /whatsapp promptId': connectionBots,
  'POST /whatsapp selectedFlowIds': connectionBots,
  'PUT /whatsapp/{id} agentId': connectionBots,
  'PUT /whatsapp/{id} integrationId': connectionBots,
  'PUT /whatsapp/{id} promptId': connectionBots,
  'PUT /whatsapp/{id} selectedFlowIds': connectionBots,
  'POST /companies/{id}/connections agentId': forAdmins({ ...connection, agentId: 1 }, '/companies/1/connections'),
  'POST /companies/{id}/connections integrationId': forAdmins(
    { ...connection, integrationId: 1 },
    '/companies/1/connections',
  ),
  'POST /companies/{id}/connections promptId': forAdmins({ ...connection, promptId: 1 }, '/companies/1/connections'),
  'POST /companies/{id}/connections queueIds': forAdmins({ ...connection, queueIds: [1] }, '/companies/1/connections'),
  'POST /companies/{id}/connections selectedFlowIds': forAdmins(
    { ...connection, selectedFlowIds: [1] },
    '/companies/1/connections',
  ),
  'POST /companies/{id}/connections sendIdQueue': forAdmins(
    { ...connection, sendIdQueue: 1 },
    '/companies/1/connections',
  ),
  'PUT /companies/{id}/connections/{connectionId} agentId': forAdmins({ agentId: 1 }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} integrationId': forAdmins(
    { integrationId: 1 },
    '/companies/1/connections/1',
  ),
  'PUT /companies/{id}/connections/{connectionId} promptId': forAdmins({ promptId: 1 }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} queueIds': forAdmins({ queueIds: [1] }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} selectedFlowIds': forAdmins(
    { selectedFlowIds: [1] },
    '/companies/1/connections/1',
  ),
  'PUT /companies/{id}/connections/{connectionId} sendIdQueue': forAdmins(
    { sendIdQueue: 1 },
    '/companies/1/connections/1',
  ),
  'POST /subscription invoiceId': forAdmins({ invoiceId: 1, price: 100 }),
  'POST /subscription users': open('a number, not a list of users'),
}

const naming = /(?:^|[a-z])(?:Ids?|IdRemarketing|IdAfterRemarketing|IdQueue)$|^(?:users|tags|quotedMsg|vCard)$/
/** Plans and companies belong to the platform; the client id and the id at Efí name no record. */
const otherIds = new Set(['planId', 'companyId', 'clientId', 'efiClientId'])

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

test('the author can save an admin’s choice unchanged; admins choose anything', async () => {
  const id = (await bruno.post('/schedules', schedule({ queueId: 1, statusTicket: 'open', ticketUserId: 2 }))).body.id
  const chosen = { queueId: 2, ticketUserId: 3 }
  expect((await ana.put(`/schedules/${id}`, chosen)).body).toMatchObject(chosen)
  const saved = await bruno.put(`/schedules/${id}`, { ...schedule(chosen), statusTicket: 'open', body: 'Outro texto' })
  expect([saved.status, saved.body]).toMatchObject([200, { ...chosen, body: 'Outro texto' }])
  await bruno.put(`/schedules/${id}`, { openTicket: 'disabled' })
  expect((await bruno.put(`/schedules/${id}`, { openTicket: 'enabled' })).body.error).toBe('ERR_NO_PERMISSION')
})

test('transferring a pending ticket to oneself cannot move it into another queue', async () => {
  const waiting = addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
  const body = { status: 'open', userId: 2, queueId: 2, isTransfered: true }
  expect((await bruno.put(`/tickets/${waiting.id}`, body)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.put(`/tickets/${waiting.id}`, { ...body, userId: 3 })).body.status).toBe('open')
})
