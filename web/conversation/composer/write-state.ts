import { minuteMs } from '../../../src/kernel/time/durations.contract'
import { replyWindowEndMs } from '../../../src/channel/channel-rules.contract'
import { type WriteBar, writeBarOf } from '../../../src/message/message.policy'
import type { TicketView } from '../../../src/ticket/ticket.answers'

/** Returns the minutes left to reply; undefined without a limit or when unknown. */
export function replyMinutesLeft(
  ticket: Pick<TicketView, 'channel' | 'lastInboundAt' | 'hasHumanAgent' | 'commentReply'>,
  nowMs: number,
): number | undefined {
  const { channel, lastInboundAt, hasHumanAgent, commentReply } = ticket
  if (lastInboundAt === undefined) return undefined
  const longer = { hasHumanAgent, isComment: commentReply !== undefined }
  const endMs = replyWindowEndMs(channel, lastInboundAt === null ? undefined : Date.parse(lastInboundAt), longer)
  return endMs === undefined ? undefined : Math.max(0, Math.floor((endMs - nowMs) / minuteMs))
}

/** Why writing is not allowed, and whether a private note still is. */
export type WriteState =
  | { kind: 'free' }
  | { kind: 'private'; reason: 'windowOver' | 'commentReplied' | 'blocked' }
  | { kind: 'none'; reason: Exclude<WriteBar, 'blocked'> }

export function writeStateOf(ticket: TicketView, nowMs: number): WriteState {
  const bar = writeBarOf(ticket.status, ticket.contact.active)
  if (bar === 'blocked') return { kind: 'private', reason: bar }
  if (bar) return { kind: 'none', reason: bar }
  if (ticket.commentReply === 'sent') return { kind: 'private', reason: 'commentReplied' }
  if (replyMinutesLeft(ticket, nowMs) === 0) return { kind: 'private', reason: 'windowOver' }
  return { kind: 'free' }
}
