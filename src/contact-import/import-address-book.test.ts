import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addContact } from '../testing/conversation/tickets'
import { linkClient } from '../testing/services/whatsapp-server/test-client'
import type { Phone } from '../testing/services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let ana: Awaited<ReturnType<WhatsAppWorld['as']>>
let maria: Phone
let jose: Phone
let rosa: Phone

/** The shop's phone has a chat with José, and Maria and Rosa in its address book, saved by another linked device. */
beforeAll(async () => {
  world = await createWhatsAppWorld()
  ana = await world.as(world.ana)
  const shop = world.server.phone('5511900000001', { name: 'Padaria' })
  maria = world.server.phone('5511970000001', { name: 'Mary' })
  jose = world.server.phone('5511970000002', { name: 'Zé' })
  rosa = world.server.phone('5511970000003', { name: 'Rô' })
  const { client, account } = await linkClient(world.server, shop)
  const { id } = await jose.say(account, 'Bom dia')
  await client.event('messages.upsert', ({ messages }) => messages[0]?.key.id === id)
  await world.pair('5511900000001')
  const { socket } = client
  await socket.addOrEditContact(maria.jid, { fullName: 'Maria do Mercado', saveOnPrimaryAddressbook: true })
  await socket.addOrEditContact(rosa.jid, { fullName: 'Rosa Florista', saveOnPrimaryAddressbook: true })
  await client.close()
})
afterAll(() => world.stop())

async function importFrom(path: string, body: object = {}) {
  const started = await ana.post(path, body)
  expect(started.status).toBe(202)
  return finished(started.body.importId)
}

/** Runs all jobs, as the job loop does. */
async function finished(importId: number): Promise<Record<string, unknown>> {
  for (;;) {
    await world.runJobs(1)
    const { body } = await ana.get(`/contacts/imports/${importId}`)
    if (body['state'] === 'done') return body
  }
}

const contacts = async () =>
  (await ana.get('/contacts?searchParam=551197')).body.contacts.map((each: Record<string, unknown>) => [
    each['name'],
    each['number'],
    (each['whatsapp'] as { id: number } | null)?.id ?? null,
  ])

test('imports the phone’s address book with its names, also for known contacts without a name', async () => {
  addContact(world.ctx(1), rosa.number, rosa.number)
  await until(() => connectionsBook().length >= 2, 'the address book')
  // On a slow machine the history with José's chat takes more turns.
  const hasChat = () => world.connections.addressBook(world.ctx(1), 1).some((entry) => entry.hasChat)
  await until(async () => (await world.runJobs(1), hasChat()), 'the history')
  expect(await importFrom('/contacts/import', { whatsappId: 1 })).toMatchObject({
    kind: 'phonebook',
    total: 3,
    created: 2,
    updated: 1,
    connection: { id: 1 },
  })
  expect(await contacts()).toEqual([
    ['Maria do Mercado', maria.number, 1],
    ['Rosa Florista', rosa.number, null],
    ['Zé', jose.number, 1],
  ])
  expect(await importFrom('/contacts/import')).toMatchObject({ created: 0, updated: 0, ignored: 3 })
})

const connectionsBook = () =>
  world.connections
    .addressBook(world.ctx(1), 1)
    .filter(({ name }) => ['Maria do Mercado', 'Rosa Florista'].includes(name))

test('imports everybody with a chat', async () => {
  const id = (await ana.get('/contacts?searchParam=ze')).body.contacts[0].id
  await ana.delete(`/contacts/${id}`)
  expect(await importFrom('/contacts/import/chats')).toMatchObject({ kind: 'chats', total: 1, created: 1 })
  expect(await contacts()).toContainEqual(['Zé', jose.number, 1])
})

test('two imports at once create each person once', async () => {
  const id = (await ana.get('/contacts?searchParam=ze')).body.contacts[0].id
  await ana.delete(`/contacts/${id}`)
  const started = await Promise.all([
    ana.post('/contacts/import/chats', { whatsappId: 1 }),
    ana.post('/contacts/import/chats'),
  ])
  const done = await Promise.all(started.map(({ body }) => finished(body.importId)))
  expect(done.map(({ created, ignored }) => [created, ignored]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect((await contacts()).filter(([name]: string[]) => name === 'Zé')).toHaveLength(1)
})

test('verifies numbers with the provider in batches', async () => {
  const form = new FormData()
  const rows = [
    `Existe;${maria.number.replace('970000001', '70000001')}`,
    'Ninguém;5511912345678',
    `Novo;${world.server.phone('5521970000009', { name: 'N' }).number}`,
  ]
  form.set('file', new File([`Nome;Número\n${rows.join('\n')}`], 'a.csv'))
  const { uploadId } = (await ana.post('/contacts/upload', form)).body
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: { name: 0, number: 1 }, validateContact: true })
  const found = await finished(uploadId)
  expect(found).toMatchObject({ created: 1, ignored: 1, failed: 1, unverified: 0 })
  expect((await ana.get(`/contacts/imports/${uploadId}/rows`)).body.rows).toMatchObject([
    { row: 2, reason: 'alreadyExists' },
    { row: 3, reason: 'notOnWhatsApp' },
  ])
  const one = await ana.post('/contactsImport', { name: 'Ninguém', number: '5511912345678', validateContact: 'true' })
  expect([one.status, one.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
})

test('without a connection nothing is verified', async () => {
  const gina = await world.as(world.gina)
  const answer = await gina.post('/contacts/import')
  expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
  const bruno = await world.as(world.bruno)
  expect((await bruno.post('/contacts/import')).status).toBe(403)
})
