import { replyWindowEndMs } from '../../../src/channel/channel-rules.contract'
import type { TicketView } from '../../../src/ticket/ticket.contract'

/** Minutes left in which one may write; undefined where there is no such limit or nothing is known of it. */
export function replyMinutesLeft(
  { channel, lastInboundAt }: Pick<TicketView, 'channel' | 'lastInboundAt'>,
  nowMs: number,
): number | undefined {
  if (lastInboundAt === undefined) return undefined
  const endMs = replyWindowEndMs(channel, lastInboundAt === null ? undefined : Date.parse(lastInboundAt))
  return endMs === undefined ? undefined : Math.max(0, Math.floor((endMs - nowMs) / 60_000))
}

/** Why one may not write, and whether a note for the team is still possible. */
export type WriteState =
  | { kind: 'free' }
  | { kind: 'private'; reason: 'windowOver' | 'blocked' }
  | { kind: 'none'; reason: 'closed' | 'pending' | 'waiting' }

export function writeStateOf(ticket: TicketView, nowMs: number): WriteState {
  if (ticket.status === 'closed') return { kind: 'none', reason: 'closed' }
  if (ticket.status === 'pending') return { kind: 'none', reason: 'pending' }
  if (ticket.status === 'nps' || ticket.status === 'lgpd') return { kind: 'none', reason: 'waiting' }
  if (!ticket.contact.active) return { kind: 'private', reason: 'blocked' }
  if (replyMinutesLeft(ticket, nowMs) === 0) return { kind: 'private', reason: 'windowOver' }
  return { kind: 'free' }
}
