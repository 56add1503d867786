import type { ChannelCapabilities } from '../../src/channel/channel'
import type { TicketView } from '../../src/ticket/ticket.contract'

type ChannelRules = Pick<
  ChannelCapabilities,
  | 'edit'
  | 'delete'
  | 'react'
  | 'quote'
  | 'contactCard'
  | 'voiceNote'
  | 'replyWindowHours'
  | 'fileBytesMax'
  | 'voiceFileExtension'
>

const megabyte = 1024 * 1024

/** What may be sent on which channel; the server refuses the rest by the same rules. */
const rules: Record<TicketView['channel'], ChannelRules> = {
  whatsapp: {
    edit: true,
    delete: true,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    fileBytesMax: 100 * megabyte,
    voiceFileExtension: 'mp3',
  },
  whatsappapi: {
    edit: false,
    delete: false,
    react: true,
    quote: true,
    contactCard: true,
    voiceNote: true,
    replyWindowHours: 24,
    fileBytesMax: 100 * megabyte,
    voiceFileExtension: 'm4a',
  },
  facebook: {
    edit: false,
    delete: false,
    react: false,
    quote: false,
    contactCard: false,
    voiceNote: true,
    replyWindowHours: 24,
    fileBytesMax: 25 * megabyte,
    voiceFileExtension: 'm4a',
  },
  instagram: {
    edit: false,
    delete: false,
    react: true,
    quote: false,
    contactCard: false,
    voiceNote: true,
    replyWindowHours: 24,
    fileBytesMax: 25 * megabyte,
    voiceFileExtension: 'm4a',
  },
}

export function rulesOf(channel: TicketView['channel']): ChannelRules {
  return rules[channel]
}

const hourMs = 3_600_000

/** Minutes left in which one may write; undefined where there is no such limit or nothing is known of it. */
export function replyMinutesLeft(
  ticket: Pick<TicketView, 'channel' | 'lastInboundAt'>,
  nowMs: number,
): number | undefined {
  const hours = rules[ticket.channel].replyWindowHours
  if (hours === undefined || !ticket.lastInboundAt) return undefined
  return Math.max(0, Math.floor((Date.parse(ticket.lastInboundAt) + hours * hourMs - nowMs) / 60_000))
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
