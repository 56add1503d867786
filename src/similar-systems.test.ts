import { afterAll, beforeAll, expect, test } from 'bun:test'
import { dot } from './testing/media/dot'
import { openTicket, listMessageRows } from './testing/conversation/conversation'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'
import { formOf } from './testing/world/form-of'

/** Requests as sent by clients of similar systems, and the fields that they read from the answers. */

let world: World
let ana: Caller, bruno: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  openTicket(world)
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterAll(() => world.stop())

test('a connection accepts numbers and switches as text, and empty fields but numbers as none', async () => {
  const { status, body } = await ana.post('/whatsapp', {
    name: 'Loja',
    queueIds: ['1'],
    isDefault: 'false',
    allowGroup: 'true',
    groupAsTicket: true,
    timeSendQueue: '60',
    sendIdQueue: '2',
    maxUseBotQueues: '5',
    collectiveVacationStart: '',
    collectiveVacationEnd: null,
    greetingMessage: null,
    outOfHoursMessage: '',
  })
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject({
    isDefault: false,
    allowGroup: true,
    groupAsTicket: 'enabled',
    queueIds: [1],
    timeSendQueue: 60,
    sendIdQueue: 2,
    maxUseBotQueues: 5,
    collectiveVacationStart: null,
    collectiveVacationEnd: null,
    greetingMessage: '',
    outOfHoursMessage: '',
  })
  const changed = await ana.put(`/whatsapp/${body.id}`, { timeSendQueue: '', sendIdQueue: false })
  expect(changed.body).toMatchObject({ timeSendQueue: 0, sendIdQueue: null, maxUseBotQueues: 5 })
})

test('a queue accepts an empty order, integration and file list', async () => {
  const { status, body } = await ana.post('/queue', {
    name: 'Financeiro',
    color: '#112233',
    orderQueue: '',
    integrationId: '',
    fileListId: false,
    ativarRoteador: 'true',
    tempoRoteador: '2',
    closeTicket: 0,
    greetingMessage: null,
  })
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject({ orderQueue: 0, integrationId: null, fileListId: null, ativarRoteador: true })
  expect(body).toMatchObject({ tempoRoteador: 2, closeTicket: false, greetingMessage: '' })
  expect((await ana.put(`/queue/${body.id}`, { orderQueue: '7', tempoRoteador: '10' })).body.orderQueue).toBe(7)
})

test('a user accepts an empty connection, queues as text, and switches in both spellings', async () => {
  const { status, body } = await ana.post('/users', {
    name: 'Davi Nunes',
    email: 'davi@acme.test',
    password: 'segredo-davi',
    profile: 'user',
    companyId: '1',
    whatsappId: '',
    queueIds: ['1', 2],
    allTicket: true,
    allowGroup: 'enabled',
    showDashboard: 'true',
    startWork: '',
    endWork: null,
    language: '',
    farewellMessage: null,
    phone: null,
  })
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject({ whatsappId: null, queueIds: [1, 2], allTicket: 'enable', showDashboard: 'enabled' })
  expect(body).toMatchObject({ allowGroup: true, language: null, farewellMessage: '', phone: '' })
  const changed = await ana.put(`/users/${body.id}`, { whatsappId: '1', startWork: '', showDashboard: 'disabled' })
  expect(changed.body).toMatchObject({ whatsappId: 1, startWork: body.startWork, showDashboard: 'disabled' })
})

test('a schedule accepts ids as text; an open ticket without a user becomes pending', async () => {
  const { status, body } = await ana.post('/schedules', {
    body: 'Bom dia',
    sendAt: '2026-11-20T12:10:00Z',
    contactId: '1',
    whatsappId: '',
    companyId: '1',
    openTicket: 'enabled',
    statusTicket: 'open',
    ticketUserId: '',
    queueId: '1',
    assinar: 'false',
    intervalo: '1',
    valorIntervalo: '',
    enviarQuantasVezes: '1',
    tipoDias: '4',
  })
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject({ whatsappId: null, ticketUserId: null, queueId: 1, valorIntervalo: 0 })
  const other = await ana.post('/contacts', { name: 'Seu Zé', number: '5511988880077', walletUserId: '', email: null })
  expect(other.status).toBe(200)
  const { body: second } = await ana.post('/schedules', {
    body: 'Olá',
    sendAt: '2026-11-20T12:10:00Z',
    contactId: other.body.id,
    openTicket: true,
    statusTicket: 'open',
    queueId: 1,
  })
  world.setTime(new Date('2026-11-20T12:11:00Z'))
  await world.runJobs(1)
  const { tickets } = (await ana.get(`/tickets/contact/${other.body.id}`)).body
  expect(second.openTicket).toBe('enabled')
  expect(tickets).toMatchObject([{ status: 'pending', userId: null, queueId: 1 }])
})

test('a contact accepts switches as text and an empty owner', async () => {
  const { status, body } = await ana.post('/contacts', {
    name: 'Nina',
    number: '5511988880078',
    email: '',
    companyId: '1',
    walletUserId: false,
    disableBot: 'true',
    acceptAudioMessage: 0,
    extraInfo: [{ id: '', name: 'CPF', value: '1' }],
  })
  expect([status, body.fields]).toEqual([200, undefined])
  expect(body).toMatchObject({ disableBot: true, acceptAudioMessage: false, walletUserId: null })
})

test('a contact card is sent with a null body', async () => {
  const { status } = await bruno.post('/messages/1', { body: null, vCard: { id: 1 }, read: 1, fromMe: true })
  expect(status).toBe(200)
  const types = listMessageRows(world)
  expect(types.map(({ mediaType }) => mediaType)).toContain('contactMessage')
})

test.each([
  ['POST', '/queue', { name: 'Outra', color: '#445566', orderQueue: 'first' }, 'orderQueue'],
  ['POST', '/queue', { name: 'Outra', color: '#445566', tempoRoteador: '1e3' }, 'tempoRoteador'],
  ['POST', '/queue', { name: 'Outra', color: '#445566', integrationId: true }, 'integrationId'],
  ['POST', '/queue', { name: 'Outra', color: '#445566', closeTicket: 'maybe' }, 'closeTicket'],
  ['PUT', '/whatsapp/1', { timeSendQueue: '-5' }, 'timeSendQueue'],
  ['PUT', '/whatsapp/1', { sendIdQueue: 'x' }, 'sendIdQueue'],
  ['PUT', '/whatsapp/1', { collectiveVacationStart: '31/12/2026' }, 'collectiveVacationStart'],
  ['PUT', '/users/2', { whatsappId: [] }, 'whatsappId'],
  ['PUT', '/users/2', { showDashboard: 'sometimes' }, 'showDashboard'],
  ['POST', '/schedules', { body: 'x', sendAt: '2026-11-21T12:00:00Z', contactId: 'x' }, 'contactId'],
  ['POST', '/schedules', { body: 'x', sendAt: '2026-11-21T12:00:00Z', contactId: '' }, 'contactId'],
  ['PUT', '/contacts/1', { disableBot: 'yes' }, 'disableBot'],
])('%s %s still refuses %j', async (method, path, body, field) => {
  const answer = await ana.call(method, path, body)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
})

test('a message includes its ticket’s queue and connection', async () => {
  const { messages } = (await bruno.get('/messages/1')).body
  expect(messages[0].ticket).toMatchObject({ queueId: 1, whatsappId: 1 })
})

test('a ticket includes its contact’s tags, and an opened one the extra fields', async () => {
  await ana.post('/tags', { name: 'Cliente fiel', color: '#0b7285' })
  await ana.post('/tags/sync', { contactId: 1, tags: ['1'] })
  await ana.put('/contacts/1', { name: 'Dona Maria', extraInfo: [{ name: 'CPF', value: '123' }] })
  const tags = [{ id: 1, name: 'Cliente fiel', color: '#0b7285' }]
  const [listed] = (await bruno.get('/tickets?status=open')).body.tickets
  expect(listed.contact.tags).toEqual(tags)
  const { contact } = (await bruno.get(`/tickets/u/${listed.uuid}`)).body
  expect(contact.tags).toEqual(tags)
  expect(contact.extraInfo).toMatchObject([{ name: 'CPF', value: '123' }])
})

test('a tag read by its id includes its contacts', async () => {
  const { tags, hasMore } = (await ana.get('/tags?tagId=1&pageNumber=1')).body
  expect(tags).toMatchObject([{ id: 1, name: 'Cliente fiel', contacts: [{ id: 1, name: 'Dona Maria' }] }])
  expect(hasMore).toBe(false)
  expect((await ana.get('/tags?tagId=1&pageNumber=2')).body.tags[0].contacts).toEqual([])
  expect((await ana.get('/tags?tagId=99')).status).toBe(404)
})

test('an uploaded picture is also returned with the user under its own name', async () => {
  const form = formOf({ profileImage: new File([dot], 'eu.png', { type: 'image/png' }) })
  const { status, body } = await bruno.call('POST', '/users/2/media-upload', form)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: 2, profileImage: body.profileImage })
})

test('a company’s plan is also returned as `plan`', async () => {
  const { body } = await bruno.get('/companies/listPlan/1')
  expect(body.plan).toMatchObject({ id: body.id, name: body.name, useKanban: true })
})

test('an admin reads their own company, without fields for the host only', async () => {
  const { status, body } = await ana.get('/companies/1')
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: 1, name: 'Acme', plan: { name: 'Plano' } })
  const hostFields = ['folderSize', 'numberFileFolder', 'updatedAtFolder', 'lastLogin', 'paymentMethod']
  expect(hostFields.filter((field) => field in body)).toEqual([])
  expect((await ana.get('/companies/2')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await gina.get('/companies/1')).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.get('/companies/1')).body.error).toBe('ERR_NO_PERMISSION')
  const sofia = await world.as(world.sofia)
  expect((await sofia.get('/companies/2')).body).toMatchObject({ id: 2, name: 'Globex', folderSize: 0 })
})

test('the live panel treats an empty list of queues as all visible ones', async () => {
  const all = (await ana.get('/dashboard/moments?showAll=true&queueIds=[]')).body as { id: number }[]
  expect(all.map(({ id }) => id)).toContain(1)
  expect((await ana.get('/dashboard/moments?showAll=true&queueIds=[2]')).body).toEqual([] as never)
})

test('the signed-in user’s queues include the join’s id', async () => {
  const { body } = await world.nobody.post('/auth/login', { email: 'carla@acme.test', password: 'segredo-de-teste' })
  expect(body.user.queues).toMatchObject([{ id: 2, UserQueue: { queueId: 2 } }])
})
