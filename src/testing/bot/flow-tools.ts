import { lastBotErrors } from '../../bot/bot-errors'
import { flowCampaignTable, flowRunTable } from '../../flow/run/flow-run.tables'
import { flowTable } from '../../flow/flow.tables'
import { forgetPhrases } from '../../flow/phrase/phrase-index'
import type { Talk } from './bots'
import { findTicketRowOf, listMessageRows } from '../conversation/conversation'
import { addFlow, block, type DrawnEdge, type DrawnNode, drawFlow } from './flows'

export const nameQuestion = block(['message', 'Seu nome?'], ['input', 'cliente'], ['message', 'Olá {{cliente}}'])

export function flowTools(talk: () => Talk) {
  const ctx = () => talk().ctx(1)

  function draw(
    phrase: string,
    nodes: readonly DrawnNode[],
    edges?: readonly DrawnEdge[],
    connectionId: number | null = null,
  ) {
    const others = ctx().db.select().from(flowTable).all().length
    const flowId = addFlow(ctx(), `Fluxo ${phrase}${others > 0 ? others : ''}`, drawFlow(nodes, edges))
    const times = { createdAt: ctx().now, updatedAt: ctx().now }
    ctx()
      .db.insert(flowCampaignTable)
      .values({ name: phrase, flowId, connectionId, phrase, ...times })
      .run()
    forgetPhrases(ctx())
    return flowId
  }

  return {
    draw,
    ticket: (id = 1) => findTicketRowOf(talk(), id),
    runs: () => ctx().db.select().from(flowRunTable).all(),
    jobs: () => ctx().company.sqlite.query<{ kind: string }, []>("SELECT kind FROM job WHERE kind LIKE 'flow.%'").all(),
    notes: () => listMessageRows(talk()).filter(({ isPrivate }) => isPrivate),
    error: (flowId = 1) => lastBotErrors(ctx(), 'flow').get(flowId),
    /** Jobs of a run that continues at once, then the clock. */
    wait: (seconds: number) => talk().jump(new Date(talk().now().getTime() + seconds * 1_000)),
  }
}
