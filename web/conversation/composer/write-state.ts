import { replyWindowEndMs } from '../../../src/channel/channel-rules.contract'
import { type WriteBar, writeBarOf } from '../../../src/message/message.policy'
import type { TicketView } from '../../../src/ticket/ticket.answers'

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
  | { kind: 'none'; reason: Exclude<WriteBar, 'blocked'> }

export function writeStateOf(ticket: TicketView, nowMs: number): WriteState {
  const bar = writeBarOf(ticket.status, ticket.contact.active)
  if (bar === 'blocked') return { kind: 'private', reason: bar }
  if (bar) return { kind: 'none', reason: bar }
  if (replyMinutesLeft(ticket, nowMs) === 0) return { kind: 'private', reason: 'windowOver' }
  return { kind: 'free' }
}
