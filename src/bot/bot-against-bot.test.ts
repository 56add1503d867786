import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { promptRecords } from '../ai/prompt/prompt.record'
import { connectionTable } from '../connection/connection.tables'
import type { ConnectionOptions } from '../connection/connection.contract'
import { flowCampaignTable } from '../flow/run/flow-run.tables'
import { forgetPhrases } from '../flow/phrase/phrase-index'
import { createIntegration } from '../integration/integration.commands'
import { emptyIntegration, writtenPrompt } from '../testing/bot/bot-bodies'
import { tuesday } from '../testing/bot/bots'
import { listMessageRows } from '../testing/conversation/conversation'
import { addFlow, block, drawFlow, text } from '../testing/bot/flows'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { type N8n, n8nAnswers, startN8n } from '../testing/services/n8n/start-n8n'
import { type OpenAi, openAiKey, startOpenAi } from '../testing/services/openai/start-openai'
import { createWorld, type World } from '../testing/world/world'

let world: World
let openAi: OpenAi
let n8n: N8n
let now: Date
beforeEach(async () => {
  openAi = await startOpenAi()
  n8n = startN8n()
  world = await createWorld({ environment: { ...openAi.environment, OUTGOING_ALLOW: '127.0.0.1' }, now: tuesday })
  now = tuesday
})
afterEach(async () => {
  world.stop()
  await Promise.all([openAi.stop(), n8n.stop()])
})

const secondMs = 1_000

/** Companies 1 and 2 are contacts of each other. */
const numbers = { 1: '5511900000001', 2: '5511900000002' } as const
type Side = 1 | 2
const otherOf = (side: Side): Side => (side === 1 ? 2 : 1)

function connect(side: Side, greetingMessage: string, own: Partial<ConnectionOptions> = {}) {
  const { db } = world.ctx(side)
  const before = db.select().from(connectionTable).where(eq(connectionTable.id, 1)).get()
  const options = { ...before?.options, maxUseBotQueues: 0, timeUseBotQueues: 0, ...own } as ConnectionOptions
  db.update(connectionTable).set({ greetingMessage, options }).where(eq(connectionTable.id, 1)).run()
}

function outbox(side: Side) {
  let seen = 0
  const { sqlite } = world.ctx(side).company
  const sent = sqlite.prepare<{ id: number; text: string; sendAfter: number | null }, [number]>(
    'SELECT id, body AS text, send_after AS sendAfter FROM message WHERE id > ? AND from_me AND NOT is_private ORDER BY id',
  )
  return () => {
    const rows = sent.all(seen)
    seen = rows.at(-1)?.id ?? seen
    return rows.map(({ text: words, sendAfter }) => ({ text: words, at: Math.max(now.getTime(), sendAfter ?? 0) }))
  }
}

function nextJob(side: Side): number {
  const { sqlite } = world.ctx(side).company
  const sql = "SELECT min(run_at) AS at FROM job WHERE kind IN ('bot.turn', 'flow.continue') AND given_up = 0"
  return sqlite.query<{ at: number | null }, []>(sql).get()?.at ?? Infinity
}

interface Letter {
  to: Side
  text: string
  at: number
}

interface Talk {
  latencyMs: number
  /** Answers as an outside contact instead of company 2. */
  answer?: (text: string) => string[]
  hours?: number
}

async function talkUntilQuiet({ latencyMs, answer, hours = 72 }: Talk, max = 1500) {
  const boxes = { 1: outbox(1), 2: outbox(2) }
  const letters: Letter[] = [{ to: 1, text: 'Oi', at: now.getTime() }]
  const end = now.getTime() + hours * 3600 * secondMs
  let count = 0
  const collect = () => {
    for (const side of [1, 2] as const) {
      for (const { text: words, at } of boxes[side]()) {
        letters.push({ to: otherOf(side), text: words, at: at + latencyMs })
      }
    }
  }
  const pass = async (to: number) => {
    now = new Date(Math.max(now.getTime(), to))
    world.setTime(now)
    await Promise.all([world.runJobs(1), world.runJobs(2)])
    collect()
  }
  while (count < max && now.getTime() < end) {
    letters.sort((a, b) => a.at - b.at)
    const letter = letters[0]
    const due = Math.min(nextJob(1), nextJob(2))
    if (!letter && due === Infinity) break
    if (!letter || due < letter.at) {
      await pass(due)
      continue
    }
    letters.shift()
    await pass(letter.at)
    count++
    deliver(letter)
    collect()
  }
  return count

  function deliver({ to, text: words }: Letter) {
    if (to === 2 && answer) {
      for (const line of answer(words)) letters.push({ to: 1, text: line, at: now.getTime() + latencyMs })
      return
    }
    receive(world, to, messageEvent({ text: words, phone: numbers[otherOf(to)], atMs: now.getTime() }))
  }
}

let unique = 0
const talkative = () => `Resposta ${++unique} do modelo`

function usePrompt(side: Side) {
  const person = side === 1 ? world.ana : world.gina
  const { id } = promptRecords.createFrom(world.ctxAs(person), {
    name: 'Atendente',
    prompt: 'Seja gentil.',
    apiKey: openAiKey,
    ...writtenPrompt,
  })
  connect(side, 'Menu', { promptId: id })
  openAi.script.model = talkative
}

async function useWebhook(side: Side, answer: Record<string, unknown>) {
  n8n.respondWith(n8nAnswers.json(answer))
  const { id } = await createIntegration(world.ctxAs(side === 1 ? world.ana : world.gina), {
    ...emptyIntegration,
    type: 'n8n',
    urlN8N: n8n.url,
  })
  connect(side, 'Menu', { integrationId: id })
}

function useFlow(side: Side, drawing: ReturnType<typeof drawFlow>, phrase?: string) {
  const ctx = world.ctx(side)
  const flowId = addFlow(ctx, 'Fluxo', drawing)
  if (phrase === undefined) return connect(side, '', { flowIdWelcome: flowId, flowIdNotPhrase: flowId })
  const times = { createdAt: now, updatedAt: now }
  ctx.db
    .insert(flowCampaignTable)
    .values({ name: phrase, flowId, connectionId: null, phrase, ...times })
    .run()
  forgetPhrases(ctx)
}

const circle = () =>
  drawFlow([block(['message', 'Seu nome?'], ['input', 'nome'], ['message', 'Certo, {{nome}}'])], ['n0 n1', 'n1 n1'])

const scenarios: Record<string, () => Omit<Talk, 'latencyMs'> | Promise<Omit<Talk, 'latencyMs'>>> = {
  'menu and menu': () => {
    for (const side of [1, 2] as const) connect(side, `Menu ${side}`)
    return {}
  },
  'model and model': () => {
    usePrompt(1)
    usePrompt(2)
    return {}
  },
  'flow and echo': () => {
    useFlow(1, circle())
    return { answer: (words) => [words] }
  },
  'a flow that says its own phrase and an echo': () => {
    useFlow(1, drawFlow([text('Oi')]), 'oi')
    return { answer: (words) => [words] }
  },
  'a webhook that closes each conversation and an echo': async () => {
    await useWebhook(1, { reply: 'Até logo', closeTicket: true })
    return { answer: (words) => [words] }
  },
}

/** Seconds that a message takes. More than eight are too slow for the limits of five minutes. */
const cases: [name: string, latency: number][] = [
  ['menu and menu', 1],
  ['menu and menu', 70],
  ['model and model', 400],
  ['flow and echo', 0],
  ['a flow that says its own phrase and an echo', 1],
  ['a webhook that closes each conversation and an echo', 400],
]

test.each(cases)('%s, %d s apart: the talk ends, and the team is told', async (name, latency) => {
  const talk = await scenarios[name]?.()
  const count = await talkUntilQuiet({ latencyMs: latency * secondMs, ...talk })
  expect(count).toBeGreaterThan(2)
  expect(count).toBeLessThanOrEqual(401)
  const notes = ([1, 2] as const).flatMap((side) => listMessageRows(world, side)).filter(({ isPrivate }) => isPrivate)
  expect(notes.map(({ body }) => body).join()).toContain('parecem vir de outro robô')
})
