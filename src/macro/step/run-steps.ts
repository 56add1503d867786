import { launchFlow } from '../../flow/run/launch-flow'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse, Refusal } from '../../kernel/errors'
import type { TicketId, UserId } from '../../kernel/ids'
import { composeMessages } from '../../message/compose/compose-messages'
import { queueReadMarks } from '../../message/outbox/outbound-change'
import { queueAutomaticText, queueMessages } from '../../message/send/queue-message'
import { getWritableTicket } from '../../message/send/writable-ticket'
import { changeTags } from '../../tag/tag-links'
import { listTags } from '../../tag/tag.queries'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import { setTicketPriority } from '../../ticket/change/set-ticket-priority'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { getTicket, getTicketRow } from '../../ticket/ticket.queries'
import { findActor } from '../../user/actor.queries'
import type { Step } from './step.contract'

interface RunOptions {
  sign?: boolean
  /** Prefix of the messages' client ids: a message with a known id is not stored again. */
  clientId: string
  /** Runs the step `webhook`, which only rules have. */
  callWebhook?: (ticketId: TicketId, url: string) => void
}

/** As the actor, in a transaction. Returns the ticket, or the one that replaced it. @throws Refusal with the position as `step` */
export function runSteps(
  ctx: CompanyContext,
  ticketId: TicketId,
  steps: readonly Step[],
  options: RunOptions,
): TicketId {
  let resultId = ticketId
  for (const [index, step] of steps.entries()) {
    const own = { ...options, clientId: `${options.clientId}.${index}` }
    resultId = namingStep(index, () => runStep(ctx, resultId, step, own))
  }
  return resultId
}

function namingStep<T>(index: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { details } = error
    throw new Refusal(error.code, { ...details, body: { ...details.body, step: index + 1 } })
  }
}

function runStep(ctx: CompanyContext, ticketId: TicketId, step: Step, options: RunOptions): TicketId {
  switch (step.kind) {
    case 'reply':
    case 'note':
      if (ctx.actor.kind === 'system') writeAutomatically(ctx, ticketId, step, options)
      else write(ctx, ticketId, step, options)
      return ticketId
    case 'addTags':
    case 'removeTags':
      tag(ctx, ticketId, step)
      return ticketId
    case 'priority':
      setTicketPriority(ctx, ticketId, step.priority)
      return ticketId
    case 'transfer':
      return transferTicket(ctx, ticketId, { queueId: step.queueId }).id
    case 'assign':
      return assign(ctx, ticketId, step.userId ?? 0)
    case 'flow':
      launchFlow(ctx, step.flowId ?? 0, ticketId)
      return ticketId
    case 'webhook':
      options.callWebhook?.(ticketId, step.url)
      return ticketId
    case 'resolve':
      return closeTicket(ctx, ticketId, { farewell: step.farewell }).id
  }
}

function write(ctx: CompanyContext, ticketId: TicketId, { kind, text }: Step, { sign, clientId }: RunOptions) {
  const isPrivate = kind === 'note'
  const ticket = getWritableTicket(ctx, ticketId, { isPrivate })
  const signedBy = sign ? actingUserId(ctx.actor) : null
  const messages = composeMessages(ctx, ticket, { texts: [text] }, { isPrivate, signedBy })
  queueMessages(ctx, ticket, messages, { clientId })
  if (!isPrivate) queueReadMarks(ctx, ticket)
}

/** Waiting tickets, too. A reply that the channel does not take is left out, with a note. */
function writeAutomatically(ctx: CompanyContext, ticketId: TicketId, { kind, text }: Step, { clientId }: RunOptions) {
  const ticket = getTicketRow(ctx, ticketId)
  if (kind === 'reply') return void queueAutomaticText(ctx, ticket, text)
  queueMessages(ctx, ticket, composeMessages(ctx, ticket, { texts: [text] }, { isPrivate: true }), { clientId })
}

function tag(ctx: CompanyContext, ticketId: TicketId, { kind, tagIds }: Step) {
  const { contactId } = getTicket(ctx, ticketId)
  const known = new Set<number>(listTags(ctx, { kanban: false }).map(({ id }) => id))
  const ids = tagIds.filter((id) => known.has(id))
  changeTags(ctx, contactId, kind === 'addTags' ? { add: ids, remove: [] } : { add: [], remove: ids })
}

/** In its queue; without one, in the user's first. */
function assign(ctx: CompanyContext, ticketId: TicketId, userId: UserId): TicketId {
  const ticket = getTicket(ctx, ticketId)
  const isTheirs = ticket.userId === userId && (ticket.status === 'open' || ticket.status === 'group')
  if (isTheirs) return ticketId
  const queueId = ticket.queueId ?? findActor(ctx, userId)?.queueIds[0] ?? refuse('ERR_QUEUE_REQUIRED')
  return transferTicket(ctx, ticketId, { queueId, userId }).id
}
