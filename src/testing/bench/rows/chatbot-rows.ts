import * as v from 'valibot'
import type { InboundEvent } from '../../../channel/channel'
import { fileInbound } from '../../../connection/inbox/file-inbound'
import { drainInbox } from '../../../connection/inbox/inbox'
import { interpretHistory } from '../../../message/inbound/receive-message'
import { interpretInbound, DeferredEvent } from '../../../message/inbound/interpret-inbound'
import { type ChatbotInput, ChatbotTree } from '../../../queue/chatbot/chatbot.contract'
import { getWholeQueue } from '../../../queue/queue.queries'
import { updateQueue } from '../../../queue/queue.commands'
import { messageEvent } from '../../conversation/inbound'
import { createWorld, type World } from '../../world/world'
import { percentiles, startProcessorTime } from '../load'
import type { Row } from '../rows'

const contacts = 500
const burst = 50
const saves = 30
/** Each contact goes this deep. The answers differ, since the same one twice at once counts once. */
const answers = ['1', '2', '1', '2', '1', '2']

const interpreter = {
  interpret: interpretInbound,
  interpretHistory,
  isEarly: (error: unknown) => error instanceof DeferredEvent,
}
const normalise = (payload: string) => JSON.parse(payload) as InboundEvent[]

/** Measures contacts who walk down the options of a queue, and how long a large tree takes to be saved. */
export async function* chatbotRows(): AsyncGenerator<Row> {
  const world = await createWorld()
  try {
    world.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id <> 1')
    const walk = [level(answers.length + 1), level(answers.length + 1)]
    updateQueue(world.ctx(1), 1, { greetingMessage: 'Olá', chatbots: v.parse(ChatbotTree, walk) })
    await write(world, 'Oi')
    const answered = await rateOf(world, answers)
    // The last option sends no answer.
    await write(world, '1')
    const unanswered = await rateOf(world, ['Olá', 'Tudo bem?', 'Ainda aí?'])
    const floor = { what: 'floor: message that no bot answers, in the same bursts', goal: '' }
    yield { ...floor, result: unanswered }
    const goal = '≥ 3,000/s'
    yield {
      what: `message through a chatbot level, in bursts of ${burst}`,
      goal,
      result: answered,
    }
    const { p50Ms, p99Ms } = percentiles(saveTrees(world))
    const result = `p50 ${p50Ms} ms, p99 ${p99Ms} ms`
    yield { what: 'tree of 500 options saved with one changed', goal: '< 50 ms', result }
  } finally {
    world.stop()
  }
}

function level(depth: number): ChatbotInput {
  const text = { name: 'Opção', greetingMessage: 'Escolha uma opção:' }
  return depth === 1 ? text : { ...text, options: [level(depth - 1), level(depth - 1)] }
}

async function rateOf(world: World, texts: readonly string[]) {
  const started = performance.now()
  const spentMs = startProcessorTime()
  for (const text of texts) await write(world, text)
  const count = contacts * texts.length
  const perSecond = Math.round((count / (performance.now() - started)) * 1000)
  return `${perSecond.toLocaleString('en')}/s, ${Math.round((spentMs() * 1000) / count)} µs of processor time`
}

async function write(world: World, text: string) {
  for (let from = 0; from < contacts; from += burst) {
    for (let index = from; index < from + burst; index++) {
      const event = messageEvent({ text, phone: String(5511970000000 + index), atMs: Date.now() })
      fileInbound(world.ctx(1), 1, [JSON.stringify([event])])
    }
    while (drainInbox(world.ctx(1), 1, { normalise, interpreter }) > 0) continue
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function saveTrees(world: World): number[] {
  const texts = (count: number, more: Partial<ChatbotInput> = {}) =>
    Array.from({ length: count }, (_, index) => ({ name: `Opção ${index + 1}`, greetingMessage: 'Olá', ...more }))
  const tree = texts(20).map((option) => ({ ...option, options: texts(24) }))
  updateQueue(world.ctx(1), 2, { chatbots: v.parse(ChatbotTree, tree) })
  const times: number[] = []
  for (let round = 0; round < saves; round++) {
    const { chatbots } = getWholeQueue(world.ctx(1), 2)
    const [first] = chatbots
    if (first) first.name = `Renomeada ${round}`
    const started = performance.now()
    updateQueue(world.ctx(1), 2, { chatbots: v.parse(ChatbotTree, chatbots) })
    times.push(performance.now() - started)
  }
  return times
}
