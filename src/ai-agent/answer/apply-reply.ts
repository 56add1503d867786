import { handOverToQueue } from '../../ai/prompt/hand-over'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { findMedia } from '../../kernel/file/media-store'
import { queueAutomaticText } from '../../message/send/queue-message'
import { findTag } from '../../tag/tag.queries'
import { changeTags } from '../../tag/tag-links'
import { setBotState } from '../../ticket/bot-state'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { moveToLane } from '../../ticket/board/move-to-lane'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import type { Agent } from '../agent/agent.record'
import { storeAnswer } from './agent-answers'
import type { AgentReply } from './ask-agent'

interface Applied {
  reply: AgentReply
  question: string
  answers: number
  isLast: boolean
}

const questionMax = 2_000

export function applyReply(ctx: CompanyContext, ticket: TicketRow, agent: Agent, applied: Applied) {
  const { reply, question, answers, isLast } = applied
  const { text, actions, model, sources, usage } = reply
  const state = getTicketRow(ctx, ticket.id).automation
  if (state?.kind === 'agent') setBotState(ctx, ticket.id, { ...state, answers })
  const data = { aiAgentId: agent.id }
  const files = actions.mediaIds.flatMap((id) => findMedia(ctx, id) ?? [])
  const contents = [
    ...queueAutomaticText(ctx, ticket, text, { variables: 'none', data }),
    ...files.flatMap((media) => queueAutomaticText(ctx, ticket, '', { media, data })),
  ]
  storeAnswer(ctx, contents, { agentId: agent.id, model, question: question.slice(0, questionMax), sources, ...usage })
  for (const tagId of actions.tagIds) addTag(ctx, ticket, tagId)
  if (actions.transfer || isLast) {
    const { queueId, reason } = actions.transfer ?? { queueId: agent.queueIds[0] ?? null, reason: '' }
    handOverToQueue(ctx, ticket, { queueId, reason, isSilent: text !== '' })
  } else if (actions.ends) {
    closeTicket(asSystem(ctx), ticket.id, { farewell: false })
  }
}

function addTag(ctx: CompanyContext, ticket: TicketRow, tagId: number) {
  const tag = findTag(ctx, tagId)
  if (tag?.kanban) moveToLane(ctx, ticket, tagId)
  else if (tag) changeTags(ctx, ticket.contactId, { add: [tagId], remove: [] })
}
