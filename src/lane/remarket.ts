import { findConnection } from '../connection/connection.queries'
import { type ContactRow, findContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { Refusal } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { TicketId } from '../kernel/ids'
import { cancelJob, enqueueJob, type JobPayloads } from '../kernel/jobs'
import { localDay, readMoment, timeZoneOf } from '../kernel/time-zone'
import { sendOutreach } from '../message/send-outreach'
import { findTag, type Tag } from '../tag/tag.queries'
import { moveToLane } from '../ticket/move-to-lane'
import { lastNoticeAtMs, takeNotice } from '../ticket/ticket-notice'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import { findLane } from './advance-ticket'
import './lane.events'
import './lane.job-kinds'

const dayMs = 86_400_000
/** A connection that is down is waited for, as long as a late message is better than none. */
const retryMs = 10 * 60_000
const retryForMs = dayMs

type Due = JobPayloads['lane.remarket']

/** Plans the lane's later message for a ticket that has come into it. */
export function planRemarketing(ctx: CompanyContext, ticketId: TicketId) {
  const dedupeKey = `lane.remarket ${ticketId}`
  cancelJob(ctx, dedupeKey)
  const found = findLane(ctx, ticketId)
  if (!found || !remarkets(found.lane) || isSent(ctx, ticketId, found.enteredAt)) return
  const { lane, enteredAt } = found
  const payload = { ticketId, tagId: lane.id, enteredAt }
  enqueueJob(ctx, 'lane.remarket', payload, { dedupeKey, runAt: remarketingAt(ctx, lane, enteredAt) })
}

/** The hour of the day that follows the entry by the lane's days, in the company's time zone. */
function remarketingAt(ctx: CompanyContext, lane: Tag, enteredAt: number) {
  const zone = timeZoneOf(ctx)
  const day = Temporal.PlainDate.from(localDay(enteredAt, zone)).add({ days: lane.daysForRemarketing })
  return readMoment(`${day.toString()}T${lane.hourRemarketing}`, zone) ?? new Date(enteredAt + dayMs)
}

/**
 * Sends the lane's later message, once for each stay in the lane, and answers when to try again. What is sent, noted and moved
 * stands in one transaction, so that no crash sends it twice.
 */
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
      return new Date(ctx.now.getTime() + retryMs)
    }
    send(ctx, { lane, ticket, contact, connectionId, enteredAt })
    return undefined
  })
}

const remarkets = (lane: Tag) =>
  lane.daysForRemarketing > 0 && lane.hourRemarketing !== '' && lane.messageRemarketing.trim() !== ''

/** The notice keeps what was sent for as long as the ticket is there. */
function isSent(ctx: CompanyContext, ticketId: TicketId, enteredAt: number) {
  return (lastNoticeAtMs(ctx, ticketId, 'remarketing') ?? -1) >= enteredAt
}

/** The lane's own connection where it reaches the contact's channel, else the ticket's. */
function connectionFor(ctx: CompanyContext, lane: Tag, ticket: TicketRow, contact: ContactRow) {
  const { connectionIdRemarketing: wished } = lane
  const isOfChannel = wished !== null && findConnection(ctx, wished)?.channel === contact.channel
  return isOfChannel ? wished : ticket.connectionId
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
      contact,
      connectionIds: [connectionId],
      content: { texts: [lane.messageRemarketing] },
      ticket: { open: 'none' },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const subjects = { ticketId: ticket.id, contactId: contact.id }
    recordEvent(ctx, 'ticket.remarketingSkipped', subjects, { tagId: lane.id, error: error.code })
    return
  }
  takeNotice(ctx, ticket.id, 'remarketing', { timesMax: 0 })
  const { tagIdAfterRemarketing: afterId } = lane
  if (afterId !== null && findTag(ctx, afterId)?.kanban) moveToLane(ctx, ticket, afterId)
}
