import { afterEach, beforeEach, expect, test } from 'bun:test'
import { jobHandlers } from '../domains'
import { startJobLoop } from '../kernel/job/job-loop'
import { OutgoingError } from '../kernel/outgoing/outgoing-error'
import { queueAutomaticText } from '../message/send/queue-message'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { createWorld, type World } from '../testing/world/world'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { startBot } from '../ticket/bot-state'
import type { BotState } from '../ticket/bot-state.contract'
import { presentTicket } from '../ticket/list/present-ticket.view'
import { getTicketRow } from '../ticket/ticket.queries'
import type { Bot, TurnQuestion, TurnState } from './bot'
import { claimTurn } from './bot-turn'
import { listMessageRows } from '../testing/conversation/conversation'
import { waitMsMax } from '../testing/clock/wait-limit'

declare module '../ticket/bot-state.contract' {
  interface BotStates {
    'test.service': TurnState
  }
}

const start = new Date('2026-03-02T12:00:00Z')
const debounceMs = 500

let world: World
let questions: string[][]
let answer: (texts: string[], signal: AbortSignal) => Promise<string>
let stopLoop: (() => Promise<void>) | undefined

const service: Bot = {
  kind: 'test.service',
  statuses: ['pending'],
  start(ctx, message) {
    const state: BotState<'test.service'> = { kind: 'test.service', turn: 0, firstMessageId: null }
    startBot(ctx, message.ticket.id, state)
    claimTurn(ctx, message, state, { debounceMs })
    return 'handled'
  },
  resume(ctx, message) {
    const state = message.ticket.automation
    if (state?.kind !== 'test.service') return 'pass'
    claimTurn(ctx, message, state, { debounceMs })
    return 'handled'
  },
  turn: {
    debounceMs,
    timeLimitMs: 10_000,
    async ask(_freshContext, { messages }: TurnQuestion, signal) {
      const texts = messages.map(({ body }) => body)
      questions.push(texts)
      return await answer(texts, signal)
    },
    apply: (ctx, { ticket }, text) => queueAutomaticText(ctx, ticket, String(text)),
  },
}

beforeEach(async () => {
  world = await createWorld({ now: start })
  world.ports.bots = [service]
  questions = []
  answer = async (texts) => `echo ${texts.join(', ')}`
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
  listMessageRows(world)
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
  const endMs = performance.now() + waitMsMax
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('claims a message, asks the service after the pause, and sends its answer once', async () => {
  say('Olá')
  expect(ticket()).toMatchObject({ isBot: true, automation: { kind: 'test.service', turn: 1 } })
  await world.runJobs(1)
  expect(questions).toEqual([])
  pass(debounceMs)
  await world.runJobs(1)
  await world.runJobs(1)
  expect([questions, answers()]).toEqual([[['Olá']], ['echo Olá']])
  expect(jobs()).toEqual([])
})

test('joins two messages within the pause in one turn, without a message deleted meanwhile', async () => {
  say('um')
  pass(300)
  receive(world, 1, messageEvent({ id: 'second', text: 'dois' }))
  say('três')
  pass(300)
  await world.runJobs(1)
  expect(questions).toEqual([])
  receive(world, 1, { type: 'delete', targetId: 'second', atMs: start.getTime(), fromMe: false })
  pass(300)
  await world.runJobs(1)
  expect([questions, answers()]).toEqual([[['um', 'três']], ['echo um, três']])
})

test('drops the answer to a ticket that an agent accepted meanwhile', async () => {
  const reply = Promise.withResolvers<string>()
  answer = () => reply.promise
  say('Olá')
  pass(debounceMs)
  const running = world.runJobs(1)
  await until(() => questions.length === 1, 'the question')
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  reply.resolve('too late')
  await running
  expect([answers(), dropped()]).toEqual([[], ['superseded']])
})

test('drops the answer when a message arrives meanwhile, and answers all messages in the next turn', async () => {
  const first = Promise.withResolvers<string>()
  answer = async (texts) => (questions.length === 1 ? first.promise : `echo ${texts.join(', ')}`)
  say('um')
  pass(debounceMs)
  startLoop()
  await until(() => questions.length === 1, 'the first question')
  say('dois')
  pass(debounceMs)
  first.resolve('only of the first')
  await until(() => answers().length === 1, 'an answer')
  expect(questions).toEqual([['um'], ['um', 'dois']])
  expect([answers(), dropped()]).toEqual([['echo um, dois'], ['superseded']])
})

test('asks again after the process was killed during a request, and answers once', async () => {
  answer = () => new Promise(() => {})
  say('Olá')
  pass(debounceMs)
  startLoop()
  await until(() => questions.length === 1, 'the question')
  await stopLoop?.()
  expect([answers(), jobs()]).toEqual([[], [{ attempts: 0 }]])
  answer = async () => 'at last'
  startLoop()
  await until(() => answers().length > 0, 'the answer')
  await until(() => jobs().length === 0, 'the end of the job')
  expect([answers(), questions]).toEqual([['at last'], [['Olá'], ['Olá']]])
})

test('does not answer twice when the process was killed before the job was marked as done', async () => {
  say('Olá')
  pass(debounceMs)
  const job = world.ctx(1).company.sqlite.query('SELECT kind, payload, run_at FROM job').get() as Record<string, string>
  await world.runJobs(1)
  const { kind = '', payload = '' } = job
  world.ctx(1).company.sqlite.run('INSERT INTO job (kind, payload, run_at) VALUES (?, ?, 0)', [kind, payload])
  await world.runJobs(1)
  expect([answers(), questions]).toEqual([['echo Olá'], [['Olá']]])
})

test('says when the service is retried, after the time it asks for, and no longer once it has answered', async () => {
  answer = async () => {
    const headers = new Headers({ 'retry-after': '20' })
    const response = { status: 429, headers, url: '', body: new Uint8Array(), text: () => '' }
    throw new Error('429', { cause: new OutgoingError('status', '429', { response }) })
  }
  say('Olá')
  pass(debounceMs)
  world.published.length = 0
  await world.runJobs(1)
  expect(world.published.map(({ event }) => event)).toEqual(['company-1-ticket'])
  expect(ticket().automation).toMatchObject({ retryAt: start.getTime() + debounceMs + 20_000 })
  answer = async () => 'at last'
  pass(20_000)
  await world.runJobs(1)
  expect(answers()).toEqual(['at last'])
  expect(ticket().automation).not.toHaveProperty('retryAt')
})

test('leaves the ticket to an agent, without a message to the contact, after three failures of the service', async () => {
  answer = async () => {
    throw new Error('503')
  }
  say('Olá')
  const shown = []
  for (const ms of [debounceMs, 4_999, 1, 29_999, 1, 600_000]) {
    pass(ms)
    await world.runJobs(1)
    shown.push([questions.length, presentTicket(world.ctx(1), 1).bot?.retryAt?.slice(14, 19)])
  }
  expect(shown).toEqual([
    [1, '00:05'],
    [1, '00:05'],
    [2, '00:35'],
    [2, '00:35'],
    [3, undefined],
    [3, undefined],
  ])
  expect([answers(), dropped()]).toEqual([[], ['failed']])
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false, automation: null })
})
