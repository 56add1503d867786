import { recordBotError } from '../../bot/bot-errors'
import { enterChosenQueue, unanswered } from '../../bot/queue-menu/enter-queue'
import { fileRuleOf } from '../../channel/channel-files.contract'
import { findConnection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import { findMediaByKey } from '../../kernel/file/media-store'
import { composeMessages } from '../../message/compose/compose-messages'
import { withCause } from '../../message/trace/message-cause'
import type { MessageCause } from '../../message/trace/message-trace.contract'
import { lastSendAfter, queueAutomaticText, queueMessages } from '../../message/send/queue-message'
import { findQueue } from '../../queue/queue.queries'
import { withdrawDelayedMessages } from '../../message/change/remove-message'
import { changeTags } from '../../tag/tag-links'
import { findTag } from '../../tag/tag.queries'
import { endBotTurn, releaseTicketFromBot } from '../../ticket/bot-state'
import { moveToLane } from '../../ticket/board/move-to-lane'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { setTicketPriority } from '../../ticket/change/set-ticket-priority'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { countNotice } from '../../ticket/history/ticket-notice'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import type { FlowRunRow } from './flow-run.store'
import type { FlowEffect } from './flow-step'
import { automaticMessagesMax } from '../../message/message.contract'

interface FlowTexts {
  flowLoop: string
  automaticLimit: string
  unanswered: string
}

const texts: Record<'pt' | 'en' | 'es', FlowTexts> = {
  pt: {
    flowLoop:
      'O fluxo “{flow}” foi encerrado porque se repetia sem perguntar nada ao contato. As mensagens que ainda não tinham saído foram retiradas.',
    automaticLimit:
      'O fluxo “{flow}” foi encerrado porque enviou {limit} mensagens seguidas sem perguntar nada ao contato.',
    unanswered: 'O contato não deu uma resposta que o fluxo “{flow}” aceitasse. O atendimento aguarda um atendente.',
  },
  en: {
    flowLoop:
      'The flow “{flow}” was stopped because it kept looping without asking the contact anything. Messages that had not been sent yet were withdrawn.',
    automaticLimit:
      'The flow “{flow}” was stopped because it sent {limit} messages in a row without asking the contact anything.',
    unanswered: 'The contact gave no answer that the flow “{flow}” accepts. The conversation is waiting for an agent.',
  },
  es: {
    flowLoop:
      'El flujo “{flow}” se detuvo porque se repetía sin preguntar nada al contacto. Los mensajes que aún no habían salido se retiraron.',
    automaticLimit:
      'El flujo “{flow}” se detuvo porque envió {limit} mensajes seguidos sin preguntar nada al contacto.',
    unanswered: 'El contacto no dio una respuesta que el flujo “{flow}” acepte. La conversación espera a un agente.',
  },
}

interface AppliedRun {
  run: FlowRunRow
  flowName: string
}

type Application = AppliedRun & { noted: Set<string> }

/** `handedOver`: later effects were skipped. `unanswered`: waits for a person. */
type Outcome = 'continues' | 'handedOver' | 'unanswered'

export interface Applied {
  outcome: Outcome
  resumeAt: Date | null
}

export function applyEffects(ctx: CompanyContext, run: AppliedRun, effects: readonly FlowEffect[]): Applied {
  const applied: Application = { ...run, noted: new Set() }
  const { ticketId } = applied.run
  let ticket = getTicketRow(ctx, ticketId)
  let outcome: Outcome = 'continues'
  let resumeAt: Date | null = null
  for (const effect of effects) {
    if (effect.type === 'interval') resumeAt = intervalEnd(ctx, ticket, effect.seconds)
    else outcome = withCause(ctx, causeOf(applied, effect), () => apply(ctx, applied, ticket, effect)) ?? outcome
    if (outcome === 'handedOver') return { outcome, resumeAt: null }
    if (effect.type === 'queue') ticket = getTicketRow(ctx, ticketId)
  }
  return { outcome, resumeAt }
}

function causeOf({ run, flowName }: Application, effect: FlowEffect): MessageCause {
  const part = 'node' in effect ? effect.node : undefined
  return { kind: 'flow', id: run.flowId, name: flowName, ...(part && { part }) }
}

/** Counts from the last message before it, which may not be due yet. */
function intervalEnd(ctx: CompanyContext, { id }: TicketRow, seconds: number) {
  const from = Math.max(ctx.now.getTime(), lastSendAfter(ctx, id) ?? 0)
  return new Date(from + seconds * 1_000)
}

function apply(
  ctx: CompanyContext,
  applied: Application,
  ticket: TicketRow,
  effect: Exclude<FlowEffect, { type: 'interval' }>,
): Outcome | undefined {
  switch (effect.type) {
    case 'text':
      queueAutomaticText(ctx, ticket, effect.text, { variables: 'none', delayMs: effect.delayMs })
      return undefined
    case 'media':
      sendFile(ctx, applied, ticket, effect)
      return undefined
    case 'queue':
      return moveToQueue(ctx, applied, ticket, effect.queueId)
    case 'tag':
      addTag(ctx, applied, ticket, effect.tagId)
      return undefined
    case 'priority':
      setTicketPriority(ctx, ticket.id, effect.priority)
      return undefined
    case 'agent':
      return startAgent(ctx, applied, ticket, effect)
    case 'unanswered':
      showAsWaiting(ctx, applied, ticket)
      return 'unanswered'
    case 'problem':
      noteProblem(ctx, applied, effect.code, effect.code === 'flowIncompleteNode' ? effect.nodeId : '')
      if (effect.code === 'flowLoop') withdrawDelayedMessages(ctx, ticket.id)
      if (effect.code === 'flowLoop' || effect.code === 'automaticLimit') {
        addNote(ctx, ticket, flowNote(ctx, effect.code, applied.flowName))
      }
      return undefined
    case 'end':
      return undefined
  }
}

function noteProblem(ctx: CompanyContext, { run, noted }: Application, code: string, message: string) {
  const problem = `${code} ${message}`
  if (noted.has(problem)) return
  noted.add(problem)
  recordBotError(ctx, { kind: 'flow', ownerId: run.flowId, ticketId: run.ticketId, code, message })
}

function sendFile(
  ctx: CompanyContext,
  applied: Application,
  ticket: TicketRow,
  { file, record, delayMs }: Extract<FlowEffect, { type: 'media' }>,
) {
  const media = findMediaByKey(ctx, file)
  if (!media || media.kind !== 'flow') return noteProblem(ctx, applied, 'flowMissingFile', file)
  const { way, bytesMax } = fileRuleOf(ticket.channel, media, media.size)
  if (way === 'refused') return noteProblem(ctx, applied, 'flowFileType', media.name)
  if (media.size > bytesMax) return noteProblem(ctx, applied, 'flowFileTooLarge', media.name)
  queueAutomaticText(ctx, ticket, '', { media, voiceNote: record, delayMs })
}

/** An open ticket returns to the queue. */
function moveToQueue(
  ctx: CompanyContext,
  applied: Application,
  ticket: TicketRow,
  queueId: number,
): Outcome | undefined {
  if (!findQueue(ctx, queueId)) return void noteProblem(ctx, applied, 'flowUnknownQueue', String(queueId))
  const connection = ticket.connectionId === null ? undefined : findConnection(ctx, ticket.connectionId)
  if (ticket.status === 'open') returnTicket(ctx, ticket.id)
  const queued = setTicketQueue(ctx, ticket.id, queueId)
  countNotice(ctx, ticket.id, 'greeting', { timesMax: 1 })
  if (!connection) return undefined
  const { firstMessageId: messageId } = applied.run
  return enterChosenQueue(ctx, queued, connection, messageId === null ? {} : unanswered(messageId)) === 'takenOver'
    ? 'handedOver'
    : undefined
}

function addTag(ctx: CompanyContext, applied: Application, ticket: TicketRow, tagId: number) {
  const tag = findTag(ctx, tagId)
  if (!tag) return noteProblem(ctx, applied, 'flowUnknownTag', String(tagId))
  if (tag.kanban) moveToLane(ctx, ticket, tagId)
  else changeTags(ctx, ticket.contactId, { add: [tagId], remove: [] })
}

function startAgent(
  ctx: CompanyContext,
  applied: Application,
  ticket: TicketRow,
  { agentId, variables }: Extract<FlowEffect, { type: 'agent' }>,
): Outcome | undefined {
  releaseTicketFromBot(ctx, ticket.id)
  const free = getTicketRow(ctx, ticket.id)
  if (ctx.company.services.ports.startAgent(ctx, free, agentId, variables)) return 'handedOver'
  noteProblem(ctx, applied, 'flowUnknownAgent', String(agentId))
  return undefined
}

function showAsWaiting(ctx: CompanyContext, { flowName }: Application, ticket: TicketRow) {
  endBotTurn(ctx, ticket.id)
  addNote(ctx, ticket, flowNote(ctx, 'unanswered', flowName))
  recordEvent(ctx, 'ticket.botChanged', { ticketId: ticket.id, contactId: ticket.contactId }, { kind: null })
}

function addNote(ctx: CompanyContext, ticket: TicketRow, text: string) {
  queueMessages(ctx, ticket, composeMessages(ctx, ticket, { texts: [text] }, { isPrivate: true }))
}

function flowNote({ company }: CompanyContext, which: keyof FlowTexts, flowName: string): string {
  const text = texts[company.services.about(company.id).language][which]
  return text.replace('{limit}', String(automaticMessagesMax)).replace('{flow}', () => flowName)
}

/** In a transaction. False without such an agent. */
type StartAgent = (
  ctx: CompanyContext,
  ticket: TicketRow,
  agentId: number,
  variables: Readonly<Record<string, string>>,
) => boolean

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    startAgent: StartAgent
  }
}
