import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Phone } from '../../../testing/services/whatsapp-server/whatsapp-server.types'
import { createTestRepository } from '../../../testing/whatsapp/signal-shop'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
const given: string[] = []

beforeAll(async () => {
  world = await createWhatsAppWorld({
    server: {
      onStanza(direction, stanza) {
        const isToken = direction === 'received' && stanza.includes("type='trusted_contact'")
        if (isToken) given.push(/<token [^>]*jid='(\d+)/.exec(stanza)?.[1] ?? stanza)
      },
    },
  })
  await world.pair('5511900000001', { name: 'Padaria' })
})
afterAll(() => world.stop())

let lastId = 0

async function answer(to: Phone, text: string) {
  const id = `3EB0${String(++lastId).padStart(18, '0')}`
  await world.connections.channel(1, 1)?.send({
    id,
    to: { kind: 'phone', value: to.number },
    content: { kind: 'text', text },
  })
  await to.received((message) => message.id === id)
}

const notes = () =>
  world.ctx(1).company.sqlite.query("SELECT 1 FROM whatsapp_key WHERE category = 'tctoken' AND id <> '__index'").all()

test('gives each contact a token once, not with every message', async () => {
  const maria = world.server.phone('5511950000001', { name: 'Maria' })
  const joana = world.server.phone('5511950000002', { name: 'Joana' })
  await answer(maria, 'um')
  await until(() => notes().length === 1, 'the note of the token')
  for (const text of ['dois', 'três', 'quatro']) await answer(maria, text)
  await answer(joana, 'um')
  await until(() => notes().length === 2, 'the note of the other token')
  expect(given).toEqual([maria.number, joana.number])
})

test('stores and reads at once what is written after the transaction that it began in', async () => {
  const { keys, records } = createTestRepository()
  const going = Promise.withResolvers<void>()
  let later: Promise<unknown> | undefined
  await keys.transaction(async () => {
    await keys.set({ 'device-list': { maria: ['0'], joana: ['0'] } })
    later = (async () => {
      await going.promise
      const { maria } = await keys.get('device-list', ['maria'])
      await keys.set({ 'device-list': { maria: [...(maria ?? []), '7'] } })
      await keys.transaction(async () => keys.set({ 'device-list': { rosa: ['3'] } }), 'another')
      await keys.set({ tctoken: { rosa: { token: Buffer.alloc(0) }, __index: { token: Buffer.from('["rosa"]') } } })
    })()
  }, 'first')
  await keys.transaction(async () => keys.set({ 'device-list': { maria: ['0', '5'] } }), 'second')
  going.resolve()
  await later
  expect(Object.fromEntries([...records].map(([name, value]) => [name, JSON.parse(String(value))]))).toMatchObject({
    'device-list/maria': ['0', '5', '7'],
    'device-list/joana': ['0'],
    'device-list/rosa': ['3'],
  })
  expect([...records.keys()].filter((name) => name.startsWith('tctoken'))).toEqual(['tctoken/rosa'])
})
