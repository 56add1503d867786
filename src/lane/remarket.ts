import { findConnection } from '../connection/connection.queries'
import { type ContactRow, findContactRow } from '../contact/contact.queries'
import { findContactAddress } from '../contact/identity/contact-address'
import type { CompanyContext } from '../kernel/company/company-context'
import { Refusal, type ErrorCode } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { cancelJob, enqueueJob, type JobPayloads } from '../kernel/job/jobs'
import { localDay, readMoment, timeZoneOf } from '../kernel/time/time-zone'
import { addMs } from '../kernel/time/clock'
import { minuteMs, dayMs } from '../kernel/time/durations.contract'
import { sendOutreach } from '../message/send/send-outreach'
import { findTag, type Tag } from '../tag/tag.queries'
import { moveToLane } from '../ticket/board/move-to-lane'
import { lastNoticeAtMs, countNotice } from '../ticket/history/ticket-notice'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { findLane } from './advance-ticket'
import { createTicketNote } from '../ticket/note/ticket-note.commands'

const retryMs = 10 * minuteMs
const retryForMs = dayMs

type Due = JobPayloads['lane.remarket']

export function planRemarketing(ctx: CompanyContext, ticketId: TicketId, found = findLane(ctx, ticketId)) {
  const dedupeKey = `lane.remarket ${ticketId}`
  cancelJob(ctx, dedupeKey)
  if (!found || !remarkets(found.lane) || isSent(ctx, ticketId, found.enteredAt)) return
  const { lane, enteredAt } = found
  const payload = { ticketId, tagId: lane.id, enteredAt }
  enqueueJob(ctx, 'lane.remarket', payload, { dedupeKey, runAt: remarketingAt(ctx, lane, enteredAt) })
}

/** The lane's hour, its number of days after the entry, in the company's time zone. */
function remarketingAt(ctx: CompanyContext, lane: Tag, enteredAt: number) {
  const zone = timeZoneOf(ctx)
  const day = Temporal.PlainDate.from(localDay(enteredAt, zone)).add({ days: lane.daysForRemarketing })
  return readMoment(`${day.toString()}T${lane.hourRemarketing}`, zone) ?? new Date(enteredAt + dayMs)
}

/** Once per stay, in one transaction. Returns when to retry. */
export function remarket(ctx: CompanyContext, due: Due): Date | undefined {
  return ctx.transaction(() => {
    const { ticketId, tagId, enteredAt } = due
    const found = findLane(ctx, ticketId)
    const ticket = findTicketRow(ctx, ticketId)
    if (!found || !ticket || found.lane.id !== tagId || found.enteredAt !== enteredAt) return undefined
    const { lane } = found
    if (!remarkets(lane) || isSent(ctx, ticketId, enteredAt) || !ctx.plan.useKanban) return undefined
    const at = remarketingAt(ctx, lane, enteredAt)
    if (at > ctx.now) return at
    const contact = findContactRow(ctx, ticket.contactId)
    if (!contact?.active) return undefined
    const connectionId = connectionFor(ctx, lane, ticket, contact)
    if (!isUp(ctx, connectionId) && ctx.now.getTime() < at.getTime() + retryForMs) {
      return addMs(ctx.now, retryMs)
    }
    send(ctx, { lane, ticket, contact, connectionId, enteredAt })
    return undefined
  })
}

const remarkets = (lane: Tag) => lane.daysForRemarketing > 0

function isSent(ctx: CompanyContext, ticketId: TicketId, enteredAt: number) {
  return (lastNoticeAtMs(ctx, ticketId, 'remarketing') ?? -1) >= enteredAt
}

function connectionFor(ctx: CompanyContext, lane: Tag, ticket: TicketRow, contact: ContactRow) {
  const { connectionIdRemarketing: preferred } = lane
  const reaches = preferred !== null && findContactAddress(ctx, contact, preferred) !== undefined
  return reaches ? preferred : ticket.connectionId
}

const isUp = (ctx: CompanyContext, connectionId: number | null) =>
  connectionId === null || findConnection(ctx, connectionId)?.status === 'CONNECTED'

interface Sending {
  lane: Tag
  ticket: TicketRow
  contact: ContactRow
  connectionId: number | null
  enteredAt: number
}

function send(ctx: CompanyContext, { lane, ticket, contact, connectionId, enteredAt }: Sending) {
  try {
    if (!isUp(ctx, connectionId)) throw new Refusal('ERR_WAPP_NOT_INITIALIZED')
    sendOutreach(ctx, {
      key: `remarketing ${ticket.id} ${lane.id} ${enteredAt}`,
      cause: { kind: 'remarketing', id: lane.id, name: lane.name },
      contact,
      connectionIds: [connectionId],
      content: { texts: [lane.messageRemarketing] },
      ticket: { open: 'none' },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const subjects = { ticketId: ticket.id, contactId: contact.id }
    recordEvent(ctx, 'ticket.remarketingSkipped', subjects, { tagId: lane.id, error: error.code })
    createTicketNote(ctx, { ticketId: ticket.id, note: skippedNote(ctx, lane.name, error.code) })
    return
  }
  countNotice(ctx, ticket.id, 'remarketing', { timesMax: 0 })
  const { tagIdAfterRemarketing: afterId } = lane
  if (afterId !== null && findTag(ctx, afterId)?.kanban) moveToLane(ctx, ticket, afterId)
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'ticket.remarketingSkipped': { tagId: number; error: string }
  }
}

interface SkippedTexts {
  skipped: string
  offline: string
  window: string
  otherTicket: string
  other: string
}

const texts: Record<'pt' | 'en' | 'es', SkippedTexts> = {
  pt: {
    skipped: 'A mensagem de remarketing da etapa “{lane}” não foi enviada: {reason}',
    offline: 'a conexão ficou desconectada por um dia.',
    window: 'o canal só aceita mensagens até 24 horas depois da última do contato.',
    otherTicket: 'o contato já está em outro atendimento.',
    other: 'nenhuma conexão pôde enviá-la.',
  },
  en: {
    skipped: 'The remarketing message for the lane “{lane}” was not sent: {reason}',
    offline: 'the connection was down for a day.',
    window: 'the channel accepts messages only within 24 hours of the contact’s last one.',
    otherTicket: 'the contact already has another open conversation.',
    other: 'no connection could send it.',
  },
  es: {
    skipped: 'El mensaje de remarketing de la etapa “{lane}” no se envió: {reason}',
    offline: 'la conexión estuvo desconectada un día.',
    window: 'el canal solo acepta mensajes hasta 24 horas después del último del contacto.',
    otherTicket: 'el contacto ya tiene otra conversación abierta.',
    other: 'ninguna conexión pudo enviarlo.',
  },
}

const reasons: Partial<Record<ErrorCode, keyof SkippedTexts>> = {
  ERR_WAPP_NOT_INITIALIZED: 'offline',
  ERR_CHANNEL_CANNOT: 'window',
  ERR_OTHER_OPEN_TICKET: 'otherTicket',
}

function skippedNote({ company }: CompanyContext, lane: string, error: ErrorCode): string {
  const noteTexts = texts[company.services.about(company.id).language]
  const reason = noteTexts[reasons[error] ?? 'other']
  return noteTexts.skipped.replace('{lane}', () => lane).replace('{reason}', () => reason)
}
