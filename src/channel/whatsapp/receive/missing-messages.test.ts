import { afterAll, beforeAll, expect, test } from 'bun:test'
import { noteMissing } from '../../../connection/inbox/missing-messages'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import type { Phone } from '../../../testing/services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
const retries: string[] = []
beforeAll(async () => {
  world = await createWhatsAppWorld({
    whatsapp: { firstAskMs: 20 },
    server: {
      onStanza(direction, stanza) {
        if (direction === 'received' && /^<receipt [^>]*type='retry'/.test(stanza)) retries.push(stanza)
      },
    },
  })
  account = await world.pair('5511900000001', { name: 'Padaria' })
})
afterAll(() => world.stop())

let last = 5511940000000
const person = (): Phone => world.server.phone(String(++last), { name: 'Maria' })
const find = (id: string) => world.messages().find((message) => message['provider_id'] === id)
const rows = <Row>(sql: string) => world.ctx(1).company.sqlite.query<Row, []>(sql).all()
const missing = () =>
  rows<{ provider_id: string; attempts: number }>('SELECT provider_id, attempts FROM missing_message')

/** Deletes the product's sessions, so that the customer's next message cannot be decrypted. */
async function sendUnreadable(phone: Phone, text: string) {
  const first = await phone.say(account, 'lida')
  await until(() => find(first.id)?.['body'] === 'lida', 'the first message')
  // After the first reply the customer's phone writes in a session without announcing it again.
  const channel = world.connections.channel(1, 1)
  const id = `3EB0${String(++last).padStart(18, '0')}`
  await channel?.send({ id, to: { kind: 'phone', value: phone.number }, content: { kind: 'text', text: 'olá' } })
  await phone.received((message) => message.id === id)
  rows(`DELETE FROM whatsapp_key WHERE category = 'session'`)
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  return phone.say(account, text)
}

async function connectionView() {
  const { body } = await (await world.as(world.ana)).get('/whatsapp/1')
  return body
}

test('requests an unreadable message across restarts until our own phone sends it', async () => {
  world.server.ignoreRetries()
  world.server.ignorePeerRequests()
  const maria = person()
  const since = Date.now()
  const { id } = await sendUnreadable(maria, 'de novo')
  await until(() => find(id), 'the placeholder')
  expect(JSON.parse(find(id)?.['data'])).toMatchObject({ awaited: true })
  expect((await connectionView()).missingMessages).toBe(1)
  await until(() => (missing()[0]?.attempts ?? 0) >= 2, 'two requests')
  expect(account.askedFor.at(-1)).toEqual([id])
  // After 20, 80 and 320 ms.
  const [{ retry_at = 0 } = {}] = rows<{ retry_at: number }>('SELECT retry_at FROM missing_message')
  expect(retry_at - since).toBeGreaterThanOrEqual(420)

  await world.connections.endCompany(1)
  const asked = retries.length
  rows('UPDATE missing_message SET attempts = 3, retry_at = 0')
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  await until(() => missing()[0]?.attempts === 4, 'a request to our own phone')
  expect(retries).toHaveLength(asked)
  expect(missing().map(({ provider_id }) => provider_id)).toEqual([id])
  world.published.length = 0
  world.server.ignorePeerRequests(false)
  await until(() => find(id)?.['body'] === 'de novo', 'the message itself')
  expect(JSON.parse(find(id)?.['data'] ?? 'null')?.awaited).toBeUndefined()
  expect(rows(`SELECT 1 FROM message WHERE provider_id = '${id}'`)).toHaveLength(1)
  await until(() => missing().length === 0, 'nothing left to ask for')
  expect((await connectionView()).missingMessages).toBe(0)
  const sessionEvents = world.published.filter(({ event }) => event === 'company-1-whatsappSession')
  expect(sessionEvents.at(-1)?.data).toMatchObject({ session: { id: 1, missingMessages: 0 } })
  world.server.ignoreRetries(false)
})

test('receives it from the author as well, and stores it once', async () => {
  world.server.ignorePeerRequests()
  const maria = person()
  const { id } = await sendUnreadable(maria, 'pelo autor')
  await until(() => find(id)?.['body'] === 'pelo autor', 'the message')
  await until(() => missing().length === 0, 'nothing left to ask for')
  expect(rows(`SELECT 1 FROM message WHERE provider_id = '${id}'`)).toHaveLength(1)
  world.server.ignorePeerRequests(false)
})

test('creates no placeholder for an unreadable reaction, and applies it later', async () => {
  world.server.ignoreRetries()
  const maria = person()
  const target = await sendUnreadable(maria, 'alvo')
  await until(() => find(target.id)?.['body'] === 'alvo', 'the message')
  rows(`DELETE FROM whatsapp_key WHERE category = 'session'`)
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  const { id } = await maria.react(target, '👍')
  await until(() => rows('SELECT 1 FROM message_reaction').length > 0, 'the reaction')
  expect(find(id)).toBeUndefined()
  await until(() => missing().length === 0, 'nothing left to ask for')
  world.server.ignoreRetries(false)
})

test('requests nothing that was sent to another account than the current one', async () => {
  const { providerId, request } = { providerId: 'OUTRA', request: { key: { id: 'OUTRA' }, account: '5511900000099' } }
  noteMissing(world.ctx(1), 1, { providerId, request: JSON.stringify(request), retryAtMs: 0 })
  const asked = account.askedFor.length
  await world.connections.restart(1)
  await until(() => missing().length === 0, 'the request to be dropped')
  const { id } = await person().say(account, 'depois')
  await until(() => find(id), 'a later message')
  expect(account.askedFor.slice(asked)).toEqual([])
})

test('shows the number of missing messages only to users who manage connections', async () => {
  await world.whenStatus('CONNECTED')
  const answer = JSON.stringify((await (await world.as(world.bruno)).get('/whatsapp')).body)
  expect(answer).toContain('"status":"CONNECTED"')
  expect(answer).not.toContain('missingMessages')
})
