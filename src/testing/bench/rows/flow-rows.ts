import { findFlow } from '../../../flow/run/find-flow'
import { startFlow } from '../../../flow/run/flow-run'
import { createFlowCampaign } from '../../../flow/phrase/phrase.commands'
import { findPhraseFlow } from '../../../flow/phrase/phrase-index'
import { getTicketRow } from '../../../ticket/ticket.queries'
import { addFlow, block, type DrawnNode, drawFlow, text } from '../../bot/flows'
import { addTicket } from '../../conversation/tickets'
import { createWorld, type World } from '../../world/world'
import { startProcessorTime } from '../load'
import type { Row } from '../rows'

const phrases = 1_000
const checks = 100_000
const warmUps = 500
const starts = 3_000

/** Flows in this process, without a provider and without listeners, by processor time. */
export async function* flowRows(): AsyncGenerator<Row> {
  const world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
  const flowId = addFlow(world.ctx(1), 'Bench', drawFlow(nodes, edges))
  yield phraseRow(world, flowId)
  yield startRow(world, flowId)
  world.stop()
}

const always: DrawnNode = ['condition', { key: 'nome', condition: 1, value: '{{nome}}' }]
const nodes: DrawnNode[] = [
  text('Olá, {{firstName}}!'),
  ...Array.from({ length: 6 }, () => always),
  ['randomizer', { percent: 50 }],
  block(['message', 'Qual é o seu CPF?'], ['input', 'cpf']),
]
const edges = ['n1 n2', 'n2 n3', 'n3 n4', 'n4 n5', 'n5 n6', 'n6 n7', 'n7 n8', 'n8 n9', 'n8.b n9']

function phraseRow(world: World, flowId: number): Row {
  const ctx = world.ctx(1)
  for (let index = 0; index < phrases; index++) {
    const phrase = `quero a promoção número ${index}`
    createFlowCampaign(ctx, { name: `Frase ${index}`, flowId, whatsappId: null, phrase, status: true })
  }
  const said = 'Bom dia, tudo bem? Preciso da segunda via do boleto, não recebi'
  for (let index = 0; index < 1_000; index++) findPhraseFlow(ctx, said, 1)
  const spentMs = startProcessorTime()
  for (let index = 0; index < checks; index++) findPhraseFlow(ctx, said, 1)
  const microseconds = (spentMs() * 1000) / checks
  return {
    what: `looking a message up among ${phrases} phrases of flows`,
    goal: '< 20 µs',
    result: `${microseconds.toFixed(1)} µs`,
  }
}

function startRow(world: World, flowId: number): Row {
  const ctx = world.ctx(1)
  const flow = findFlow(ctx, flowId)
  if (!flow) throw new Error('There is no flow to start')
  world.watch(false)
  const ids = Array.from({ length: warmUps + starts }, () => addTicket(ctx, { status: 'pending' }).id)
  const startAll = (some: readonly number[]) => {
    for (const id of some) {
      const now = world.ctx(1)
      startFlow(now, getTicketRow(now, id), flow, { trigger: 'phrase' })
    }
  }
  startAll(ids.slice(0, warmUps))
  const spentMs = startProcessorTime()
  startAll(ids.slice(warmUps))
  const perSecond = Math.round((starts / spentMs()) * 1000)
  return {
    what: 'starts of a flow of 10 nodes with 2 messages, one transaction each',
    goal: '≥ 2,000/s',
    result: `${perSecond.toLocaleString('en')} in a second of processor time`,
  }
}
