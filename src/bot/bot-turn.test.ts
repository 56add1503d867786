import { afterEach, beforeEach, expect, test } from 'bun:test'
import { jobHandlers } from '../compose'
import { startJobLoop } from '../kernel/job-loop'
import { queueAutomaticText } from '../message/queue-message'
import { messageTable } from '../message/message.tables'
import { messageEvent, receive } from '../testing/inbound'
import { createWorld, type World } from '../testing/world'
import { acceptTicket } from '../ticket/accept-ticket'
import { startBot } from '../ticket/bot-state'
import { getTicketRow } from '../ticket/ticket.queries'
import type { Bot, TurnQuestion, TurnState } from './bot'
import { takeTurn } from './bot-turn'

const start = new Date('2026-03-02T12:00:00Z')
const debounceMs = 500

let world: World
let asked: string[][]
/** What the outside service answers, asked for the n-th time. */
let answer: (texts: string[], signal: AbortSignal) => Promise<string>
let stopLoop: (() => Promise<void>) | undefined

/** A bot that asks a service what to say, and says it. */
const service: Bot = {
  kind: 'test.service',
  statuses: ['pending'],
  start(ctx, message) {
    const state: TurnState = { kind: 'test.service', turn: 0, firstMessageId: null }
    startBot(ctx, message.ticket.id, state)
    takeTurn(ctx, message, state, { debounceMs })
    return 'handled'
  },
  resume(ctx, message) {
    takeTurn(ctx, message, message.ticket.automation as TurnState, { debounceMs })
    return 'handled'
  },
  turn: {
    debounceMs,
    timeLimitMs: 10_000,
    async ask(_freshContext, { messages }: TurnQuestion, signal) {
      const texts = messages.map(({ body }) => body)
      asked.push(texts)
      return await answer(texts, signal)
    },
    apply: (ctx, { ticket }, text) => queueAutomaticText(ctx, ticket, String(text)),
  },
}

beforeEach(async () => {
  world = await createWorld({ now: start })
  world.ports.bots = [service]
  asked = []
  answer = async (texts) => `heard ${texts.join(', ')}`
})
afterEach(async () => {
  await stopLoop?.()
  stopLoop = undefined
  await world.stop()
})

const say = (text: string) => receive(world, 1, messageEvent({ text }))
const pass = (ms: number) => world.setTime(new Date(world.ctx(1).now.getTime() + ms))
const ticket = () => getTicketRow(world.ctx(1), 1)
const answers = () =>
  world
    .ctx(1)
    .db.select()
    .from(messageTable)
    .all()
    .filter(({ fromMe }) => fromMe)
    .map(({ body }) => body)
const dropped = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ data: string }, []>(`SELECT data FROM event WHERE type = 'bot.answerDropped'`)
    .all()
    .map(({ data }) => JSON.parse(data).reason)
const jobs = () => world.ctx(1).company.sqlite.query<{ attempts: number }, []>('SELECT attempts FROM job').all()

function startLoop() {
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  stopLoop = () => loop.stop()
}

async function until(isSo: () => boolean, what: string) {
  const endMs = performance.now() + 10_000
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a message is claimed, the service asked after the pause, and its answer said once', async () => {
  say('Olá')
  expect(ticket()).toMatchObject({ isBot: true, automation: { kind: 'test.service', turn: 1 } })
  await world.runJobs(1)
  expect(asked).toEqual([])
  pass(debounceMs)
  await world.runJobs(1)
  await world.runJobs(1)
  expect([asked, answers()]).toEqual([[['Olá']], ['heard Olá']])
  expect(jobs()).toEqual([])
})

test('two messages within the pause are one turn; what was deleted meanwhile is left out', async () => {
  say('um')
  pass(300)
  receive(world, 1, messageEvent({ id: 'second', text: 'dois' }))
  say('três')
  pass(300)
  await world.runJobs(1)
  expect(asked).toEqual([])
  receive(world, 1, { type: 'delete', targetId: 'second', atMs: start.getTime(), fromMe: false })
  pass(300)
  await world.runJobs(1)
  expect([asked, answers()]).toEqual([[['um', 'três']], ['heard um, três']])
})

test('the answer to a ticket that an agent has accepted meanwhile is dropped', async () => {
  const reply = Promise.withResolvers<string>()
  answer = () => reply.promise
  say('Olá')
  pass(debounceMs)
  const running = world.runJobs(1)
  await until(() => asked.length === 1, 'the question')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  reply.resolve('too late')
  await running
  expect([answers(), dropped()]).toEqual([[], ['superseded']])
})

test('a message that comes while the service thinks makes its answer void; the next turn answers all', async () => {
  const first = Promise.withResolvers<string>()
  answer = async (texts) => (asked.length === 1 ? first.promise : `heard ${texts.join(', ')}`)
  say('um')
  pass(debounceMs)
  startLoop()
  await until(() => asked.length === 1, 'the first question')
  say('dois')
  pass(debounceMs)
  first.resolve('only of the first')
  await until(() => answers().length === 1, 'an answer')
  expect(asked).toEqual([['um'], ['um', 'dois']])
  expect([answers(), dropped()]).toEqual([['heard um, dois'], ['superseded']])
})

test('a process that dies while the service thinks asks again at the next start and answers once', async () => {
  answer = () => new Promise(() => {})
  say('Olá')
  pass(debounceMs)
  startLoop()
  await until(() => asked.length === 1, 'the question')
  await stopLoop?.()
  expect([answers(), jobs()]).toEqual([[], [{ attempts: 0 }]])
  answer = async () => 'at last'
  startLoop()
  await until(() => answers().length > 0, 'the answer')
  await until(() => jobs().length === 0, 'the end of the job')
  expect([answers(), asked]).toEqual([['at last'], [['Olá'], ['Olá']]])
})

test('a process that dies after it has answered, before the job is noted as done, answers no second time', async () => {
  say('Olá')
  pass(debounceMs)
  const job = world.ctx(1).company.sqlite.query('SELECT kind, payload, run_at FROM job').get() as Record<string, string>
  await world.runJobs(1)
  const { kind = '', payload = '' } = job
  world.ctx(1).company.sqlite.run('INSERT INTO job (kind, payload, run_at) VALUES (?, ?, 0)', [kind, payload])
  await world.runJobs(1)
  expect([answers(), asked]).toEqual([['heard Olá'], [['Olá']]])
})

test('a service that fails three times leaves the ticket to a person, and says nothing to the contact', async () => {
  answer = async () => {
    throw new Error('503')
  }
  say('Olá')
  for (const ms of [debounceMs, 2_000, 10_000, 60_000]) {
    pass(ms)
    await world.runJobs(1)
  }
  expect(asked).toHaveLength(3)
  expect([answers(), dropped()]).toEqual([[], ['failed']])
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false, automation: null })
})
