import { afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connectionTable } from '../connection/connection.tables'
import type { ConnectionOptions } from '../connection/connection.contract'
import { listMessageRows } from '../testing/conversation/conversation'
import { addFlow, block, drawFlow } from '../testing/bot/flows'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
afterEach(() => world.stop())

const numbers = { 1: '5511900000001', 2: '5511900000002' } as const
type Side = keyof typeof numbers

const timeLimitMs = 90_000

/** A flow that asks the same question again after each answer. */
function addEndlessFlow(side: Side, question: string) {
  const drawing = drawFlow(
    [block(['message', question], ['input', 'nome'], ['message', 'Certo, {{nome}}'])],
    ['n0 n1', 'n1 n1'],
  )
  return addFlow(world.ctx(side), `Fluxo ${side}`, drawing)
}

const texts = (side: Side, fromMe: boolean) =>
  listMessageRows(world, side)
    .filter((row) => row.fromMe === fromMe && !row.isPrivate)
    .map(({ body }) => body)
const sent = (side: Side) => texts(side, true)
const received = (side: Side) => texts(side, false)
const areSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')
const notes = (side: Side) => listMessageRows(world, side).filter(({ isPrivate }) => isPrivate)

test(
  'two companies whose bots write to each other over WhatsApp stop answering, and the teams are informed',
  async () => {
    world = await createWhatsAppWorld()
    await world.pair(numbers[1], { name: 'Acme' }, 1)
    await world.pair(numbers[2], { name: 'Globex' }, 2)
    const welcome = addEndlessFlow(1, 'Seu nome?')
    const { db } = world.ctx(1)
    const before = db.select().from(connectionTable).get()
    const options = { ...before?.options, flowIdWelcome: welcome, flowIdNotPhrase: welcome } as ConnectionOptions
    db.update(connectionTable).set({ greetingMessage: '', options }).where(eq(connectionTable.id, 1)).run()

    const gina = await world.as(world.gina)
    const { body: contact } = await gina.post('/contacts', { name: 'Acme', number: numbers[1] })
    const { body: ticket } = await gina.post('/tickets', { contactId: contact['id'], queueId: 1, whatsappId: 1 })
    const flowId = addEndlessFlow(2, 'Com quem falo?')
    expect((await gina.post(`/messages/flow/${flowId}/${ticket['id']}`)).status).toBe(200)

    await until(
      () => notes(1).length + notes(2).length > 0,
      () => `a note after ${sent(1).length} messages`,
      timeLimitMs,
    )
    // A bot's answer is stored with the message that it answers, so nobody speaks once everything sent has arrived.
    const isQuiet = () => areSame(sent(1), received(2)) && areSame(sent(2), received(1))
    await until(isQuiet, () => JSON.stringify([sent(1), received(2), sent(2), received(1)]), timeLimitMs)
    expect(sent(1).length + sent(2).length).toBeLessThan(60)
    const texts = [...notes(1), ...notes(2)].map(({ body }) => body)
    expect(texts.join()).toContain('parecem vir de outro robô')
  },
  timeLimitMs * 3,
)
