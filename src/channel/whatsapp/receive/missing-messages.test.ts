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
  const { id } = await sendUnreadable(maria, 'de novo')
  await until(() => find(id), 'the placeholder')
  expect(JSON.parse(find(id)?.['data'])).toMatchObject({ awaited: true })
  expect((await connectionView()).missingMessages).toBe(1)
  await until(() => (missing()[0]?.attempts ?? 0) >= 2, 'two requests')
  expect(account.askedFor.at(-1)).toEqual([id])
  // After 20, 80, 320 ms and so on.
  const select = 'SELECT attempts, retry_at - created_at AS ms FROM missing_message'
  const [{ attempts, ms } = { attempts: 2, ms: 0 }] = rows<{ attempts: number; ms: number }>(select)
  expect(ms).toBeGreaterThanOrEqual((20 * (4 ** (attempts + 1) - 1)) / 3)

  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
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

test('requests nothing that was sent to another account, and after three attempts nothing from the author', async () => {
  const [mine, theirs] = [account.number, '5511900000099']
  const stanza = { id: 'TARDE', from: '5511940000001@s.whatsapp.net', t: '1' }
  for (const request of [
    { key: { id: 'OUTRA' }, account: theirs },
    { key: { id: 'TARDE', remoteJid: stanza.from, fromMe: false }, account: mine, stanza },
  ]) {
    noteMissing(world.ctx(1), 1, { providerId: request.key.id, request: JSON.stringify(request), retryAtMs: 0 })
  }
  rows(`UPDATE missing_message SET attempts = 3 WHERE provider_id = 'TARDE'`)
  const asked = account.askedFor.length
  await world.connections.restart(1)
  await until(() => account.askedFor.length > asked, 'the request to our own phone')
  expect(missing().map(({ provider_id }) => provider_id)).toEqual(['TARDE'])
  const { id } = await person().say(account, 'depois')
  await until(() => find(id), 'a later message')
  expect(new Set(account.askedFor.slice(asked).flat())).toEqual(new Set(['TARDE']))
  expect(retries.filter((stanza) => stanza.includes('TARDE'))).toEqual([])
})

test('shows the number of missing messages only to users who manage connections', async () => {
  await world.whenStatus('CONNECTED')
  const answer = JSON.stringify((await (await world.as(world.bruno)).get('/whatsapp')).body)
  expect(answer).toContain('"status":"CONNECTED"')
  expect(answer).not.toContain('missingMessages')
})
