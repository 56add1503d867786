import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import type { Phone } from '../../../testing/services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'
import type { Channel } from '../../channel'

/**
 * Tests a customer's message in transit while an agent's reply starts a new session. Baileys starts one with the first
 * message after a start, and whenever it fetches a customer's devices again.
 */
let world: WhatsAppWorld
let account: Account
let onKeyQuery: (() => void) | undefined
const retries: string[] = []

beforeAll(async () => {
  world = await createWhatsAppWorld({
    server: {
      onStanza(direction, stanza) {
        if (/^<receipt [^>]*type='retry'/.test(stanza)) retries.push(`${direction} ${stanza.slice(0, 200)}`)
        if (direction !== 'received' || !/^<iq xmlns='encrypt' type='get'/.test(stanza)) return
        const run = onKeyQuery
        onKeyQuery = undefined
        run?.()
      },
    },
  })
  account = await world.pair('5511900000001', { name: 'Padaria' })
})
afterAll(() => world.stop())

let last = 5511950000000
const person = (): Phone => world.server.phone(String(++last), { name: 'Maria' })
let lastId = 0

const stored = (id: string) => world.messages().find((message) => message['provider_id'] === id)

async function answer(to: Phone, text: string) {
  const id = `3EB0${String(++lastId).padStart(18, '0')}`
  const channel = world.connections.channel(1, 1) as Channel
  await channel.send({ id, to: { kind: 'phone', value: to.number }, content: { kind: 'text', text } })
  await to.received((message) => message.id === id)
  return id
}

async function receive(from: Phone, text: string) {
  const { id } = await from.say(account, text)
  await until(() => stored(id)?.['body'] === text, `"${text}"`)
  return id
}

async function acquaint(phone: Phone) {
  await receive(phone, 'oi')
  await answer(phone, 'olá')
  await receive(phone, 'tudo bem?')
}

async function cross(phone: Phone, send: (text: string) => Promise<string>) {
  const said = Promise.withResolvers<{ id: string }>()
  onKeyQuery = () => void phone.say(account, 'cruzada').then(said.resolve, said.reject)
  const sent = [await send('resposta')]
  const { id } = await said.promise
  await until(() => stored(id)?.['body'] === 'cruzada', 'the crossing message')
  sent.push(await answer(phone, 'segunda resposta'))
  await receive(phone, 'e agora?')
  sent.push(await answer(phone, 'terceira resposta'))
  expect(sent.map((each) => phone.deliveries(each))).toEqual([1, 1, 1])
}

test('decrypts a message that crosses the first reply after a start', async () => {
  const people = Array.from({ length: 16 }, person)
  for (const phone of people) await acquaint(phone)
  retries.length = 0
  await world.connections.restart(1)
  await world.whenStatus('CONNECTED')
  for (const phone of people) await cross(phone, (text) => answer(phone, text))
  expect(retries).toEqual([])
})

test('decrypts a message that crosses a reply resent after a change of the customer’s devices', async () => {
  const people = Array.from({ length: 16 }, person)
  for (const phone of people) await acquaint(phone)
  retries.length = 0
  for (const phone of people) {
    world.server.refuseMessages(479, 1)
    await cross(phone, (text) => answer(phone, text))
  }
  expect(retries).toEqual([])
})
