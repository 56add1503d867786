import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'
import { createSlowNode } from '../../../testing/world/slow-node'
import type { Channel } from '../../channel'

let world: WhatsAppWorld
let node: ReturnType<typeof createSlowNode>
let account: Account
const acme = 1
beforeEach(async () => {
  node = createSlowNode()
  world = await createWhatsAppWorld({ world: { node: node.node, environment: { LOG_LEVEL: 'silent' } } })
  account = await world.pair('5511900000001', { name: 'Padaria' })
})
afterEach(() => world.stop())

const channel = () => world.connections.channel(acme, 1) as Required<Channel>
const bodies = () => world.messages().map(({ body }) => body)
const keysOf = () =>
  world.ctx(acme).company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM whatsapp_key').get()?.n

test('WhatsApp hears of a message that arrived once it is safe, and hands over each once', async () => {
  const maria = world.server.phone('5511970000001', { name: 'Maria' })
  node.shut(acme)
  const { id } = await maria.say(account, 'Bom dia')
  await until(() => bodies().includes('Bom dia'), 'the message')
  await Bun.sleep(50)
  expect(maria.receipts.filter(({ messageId }) => messageId === id)).toEqual([])
  node.open(acme)
  await maria.receiptSeen(id, 'delivered')
  await maria.say(account, 'Boa tarde')
  await until(() => bodies().includes('Boa tarde'), 'the next message')
  expect(bodies()).toEqual(['Bom dia', 'Boa tarde'])
})

test('a message leaves once its keys are safe, and only once', async () => {
  const maria = world.server.phone('5511970000002', { name: 'Maria' })
  node.shut(acme)
  const id = '3EB0000000000000000001'
  const sending = channel().send({
    id,
    to: { kind: 'phone', value: maria.number },
    content: { kind: 'text', text: 'Olá' },
  })
  // The call itself waits only for what was written before it; its keys are written by the line.
  await until(() => node.waiting(acme) > 0, 'the gate to hold it')
  await Bun.sleep(100)
  expect(maria.deliveries(id)).toBe(0)
  node.open(acme)
  await sending
  await maria.received((message) => message.id === id)
  expect(maria.deliveries(id)).toBe(1)
  expect(keysOf()).toBeGreaterThan(0)
})

test('nothing leaves of what will never be safe, and the line ends', async () => {
  const maria = world.server.phone('5511970000003', { name: 'Maria' })
  node.shut(acme)
  const { id } = await maria.say(account, 'Bom dia')
  await until(() => bodies().includes('Bom dia'), 'the message')
  node.lose(acme)
  await until(() => world.connections.find(acme, 1)?.state.status !== 'CONNECTED', 'the end of the line')
  expect(maria.receipts.filter(({ messageId }) => messageId === id)).toEqual([])
})

test('while nothing may be written the line stays down, and what arrived meanwhile comes afterwards', async () => {
  const maria = world.server.phone('5511970000004', { name: 'Maria' })
  node.setReadOnly(acme, true)
  const { id } = await maria.say(account, 'Bom dia')
  await until(() => world.connections.find(acme, 1)?.state.status !== 'CONNECTED', 'the end of the line')
  await Bun.sleep(300)
  expect(world.connections.find(acme, 1)?.channel).toBeUndefined()
  expect([bodies(), maria.receipts.filter(({ messageId }) => messageId === id)]).toEqual([[], []])
  node.setReadOnly(acme, false)
  await until(() => bodies().includes('Bom dia'), 'the message')
  await maria.receiptSeen(id, 'delivered')
  expect(bodies()).toEqual(['Bom dia'])
})
