import type { CompanyContext } from '../kernel/company/company-context'
import type { TicketId } from '../kernel/ids'
import { cancelJob, enqueueJob } from '../kernel/job/jobs'
import { hourMs } from '../kernel/time/durations.contract'
import { findMessageRow } from '../message/message.queries'
import { findTag, findTicketLane, type Tag } from '../tag/tag.queries'
import { moveToLane } from '../ticket/board/move-to-lane'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'

export function watchLane(ctx: CompanyContext, ticketId: TicketId, found = findLane(ctx, ticketId)) {
  const dedupeKey = `lane ${ticketId}`
  cancelJob(ctx, dedupeKey)
  if (!found || !advances(found.lane)) return
  const runAt = new Date(Math.max(ctx.now.getTime(), found.enteredAt + found.lane.timeLane * hourMs))
  enqueueJob(ctx, 'lane.advance', { ticketId }, { dedupeKey, runAt })
}

/** When the contact was silent for its time. Returns when to check again. An agent's acceptance watches it again. */
export function advanceTicket(ctx: CompanyContext, ticketId: TicketId): Date | undefined {
  return ctx.transaction(() => {
    const found = findLane(ctx, ticketId)
    const ticket = findTicketRow(ctx, ticketId)
    if (!found || !ticket || ticket.status !== 'open' || !advances(found.lane) || !ctx.plan.useKanban) return undefined
    const due = dueAtMs(ctx, ticket, found)
    if (due > ctx.now.getTime()) return new Date(due)
    if (findTag(ctx, found.lane.nextLaneId ?? 0)?.kanban) moveToLane(ctx, ticket, found.lane.nextLaneId)
    return undefined
  })
}

const advances = (lane: Tag) => lane.timeLane > 0 && lane.nextLaneId !== null

function dueAtMs(ctx: CompanyContext, ticket: TicketRow, { lane, enteredAt }: { lane: Tag; enteredAt: number }) {
  const last = ticket.lastMessageId === null ? undefined : findMessageRow(ctx, ticket.lastMessageId)
  if (last && !last.fromMe) return ctx.now.getTime() + lane.timeLane * hourMs
  return Math.max(enteredAt, last?.createdAt.getTime() ?? 0) + lane.timeLane * hourMs
}

export function findLane(ctx: CompanyContext, ticketId: TicketId) {
  const entry = findTicketLane(ctx, ticketId)
  const lane = entry && findTag(ctx, entry.tagId)
  return lane?.kanban ? { lane, enteredAt: entry?.enteredAt ?? 0 } : undefined
}
