import { beforeEach, expect, test } from 'bun:test'
import { asSystem } from '../../kernel/company/company-context'
import { stageFile } from '../../kernel/file/media-store'
import { dot } from '../../testing/media/dot'
import { signIn } from '../../testing/world/world'
import type { OutgoingMessage } from '../../channel/channel'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { createOutbox } from '../../testing/conversation/outbox'
import { addTicket } from '../../testing/conversation/tickets'
import { getTicketRow } from '../../ticket/ticket.queries'
import { outboundChangeTable } from '../message.tables'
import { queueAutomaticFile, queueAutomaticText } from '../send/queue-message'
import { sendMessage } from '../send/send-message'
import { withdrawDelayedMessages } from '../change/remove-message'
import { sendOutbox } from './send-outbox'

const { world, options } = createOutbox()
const start = new Date('2027-03-02T12:00:00Z')
let fake: ReturnType<typeof createFakeChannel>
let other: number
beforeEach(() => {
  fake = createFakeChannel()
  world().setTime(start)
  other = addTicket(world().ctx(1), { status: 'open', userId: 1, queueId: 1 }).id
  world().ctx(1).db.delete(outboundChangeTable).run()
})

const after = (ms: number) => world().setTime(new Date(start.getTime() + ms))
const say = (text: string, delayMs = 0, ticketId = 1) => {
  const ctx = asSystem(world().ctx(1))
  ctx.transaction(() => void queueAutomaticText(ctx, getTicketRow(ctx, ticketId), text, { delayMs }))
}
async function send() {
  const before = fake.calls.length
  const waits: number[] = []
  const delays = { ...options, onDelayed: (ms: number) => void waits.push(ms) }
  await sendOutbox(() => world().ctx(1), 1, fake.channel, delays)
  const texts = fake.calls.slice(before).flatMap((call) => {
    return call.name === 'send' && call.args[0].content.kind === 'text' ? [call.args[0].content.text] : []
  })
  return [texts, ...waits]
}
const typing = () => fake.calls.filter(({ name }) => name === 'setTyping').length

test('sends each delayed message at its time, in order, while other conversations go on', async () => {
  say('first')
  say('second', 1_000)
  say('third', 2_000)
  say('not before the third')
  say('other', 0, other)
  expect(await send()).toEqual([['first', 'other'], 1_000])
  expect(typing()).toBe(1)
  after(999)
  expect(await send()).toEqual([[], 1])
  after(1_000)
  expect(await send()).toEqual([['second'], 2_000])
  after(3_000)
  expect(await send()).toEqual([['third', 'not before the third']])
})

test('sends what waited during downtime at once', async () => {
  say('first', 60_000)
  say('second', 60_000)
  after(3_600_000)
  expect(await send()).toEqual([['first', 'second']])
})

test('cancels pending messages of a bot when a person writes, and they do not stay as deleted ones', async () => {
  const { ana } = await signIn(world(), 'ana')
  const shown = async (ticketId = 1) => {
    const { messages } = (await ana.get(`/messages/${ticketId}`)).body
    return messages.map((one: { body: string; isDeleted: boolean }) => [one.body, one.isDeleted])
  }
  const before = await shown()
  say('sent at once')
  say('bot', 60_000)
  say('bot again', 120_000)
  say('elsewhere', 60_000, other)
  const ctx = asSystem(world().ctx(1))
  const file = await stageFile(ctx, dot, 'a.png')
  ctx.transaction(() => void queueAutomaticFile(ctx, getTicketRow(ctx, 1), file, { delayMs: 180_000 }))
  const files = () => ctx.company.sqlite.query("SELECT count(*) AS n FROM media WHERE kind = 'message'").get()
  expect([await send(), files()]).toEqual([[['sent at once'], 60_000], { n: 1 }])
  world().published.length = 0
  ctx.transaction(() => withdrawDelayedMessages(ctx, 1))
  expect(world().published).toMatchObject([
    { event: 'company-1-appMessage', data: { action: 'reload', ticketIds: [1] } },
  ])
  world().published.length = 0
  ctx.transaction(() => withdrawDelayedMessages(ctx, 1))
  expect(world().published).toEqual([])
  expect(await shown()).toEqual([...before, ['sent at once', false]])
  expect([getTicketRow(ctx, 1).lastMessage, files()]).toEqual(['sent at once', { n: 0 }])
  say('bot', 60_000)
  await sendMessage(world().ctxAs(world().ana), 1, { texts: ['person'] })
  expect(await send()).toEqual([['person'], 60_000])
  expect(await shown()).toEqual([...before, ['sent at once', false], ['person', false]])
  after(60_000)
  expect(await send()).toEqual([['elsewhere']])
})

test('sends delayed messages after the clock was set back', async () => {
  say('bot', 5_000)
  after(-3_600_000)
  expect(await send()).toEqual([['bot']])
})

test('finds due messages behind many delayed ones, also during a send', async () => {
  const tickets = Array.from({ length: 252 }, () => {
    return addTicket(world().ctx(1), { status: 'open', userId: 1, queueId: 1 }).id
  })
  const [slow = 0, quick = 0, ...delayed] = tickets
  for (const id of delayed) say('delayed', 60_000, id)
  say('slow', 0, slow)
  const sent: (string | undefined)[] = []
  const answer = Promise.withResolvers<void>()
  const channel = {
    ...fake.channel,
    async send({ content }: OutgoingMessage) {
      sent.push(content.kind === 'text' ? content.text : undefined)
      if (sent.length === 1) await answer.promise
    },
  }
  let wake = () => {}
  const onWake = (listener: () => void) => {
    wake = listener
    return () => {}
  }
  const sending = sendOutbox(() => world().ctx(1), 1, channel, { ...options, onWake })
  const settle = async () => {
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
  await settle()
  say('quick', 0, quick)
  wake()
  await settle()
  expect(sent).toEqual(['slow', 'quick'])
  answer.resolve()
  await sending
})
