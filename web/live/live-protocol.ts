import type { AgentPresence } from '../../src/message/agent-presence.contract'

/** What the server sends. `number` is the company's event number; frames of one person (state, typing) have none. */
export interface LiveFrame {
  event: string
  number?: number
  data?: unknown
}

/** What the browser may say. */
export interface LiveRequests {
  auth: { token: string; last: number | null }
  /** Asks for what was missed; answered by it and a `ready`, or by `reload`. Also proves that the line is alive. */
  resume: { last: number | null }
  /** The uuid of a ticket: its room is entered or left. */
  joinTickets: string
  leaveTickets: string
  joinNotification: null
  /** Says that the person is there; every 5 minutes. */
  userStatus: null
  /** What the person does in the conversation of a ticket, by its uuid. */
  presence: { ticket: string; state: AgentPresence }
}

export function parseFrame(text: unknown): LiveFrame | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const frame: unknown = JSON.parse(text)
    if (typeof frame !== 'object' || frame === null || !('event' in frame)) return undefined
    return typeof frame.event === 'string' ? (frame as LiveFrame) : undefined
  } catch {
    return undefined
  }
}

/**
 * The same for a frame that is sent twice: to who hears of it by two topics, or again after a reconnect. One that tells a
 * newer state under an old number is another one.
 */
export function frameIdentity({ number }: LiveFrame, text: string): string | undefined {
  return number === undefined ? undefined : `${number} ${hashOf(text)}`
}

/** FNV-1a, twice with different seeds. */
function hashOf(text: string) {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return `${low >>> 0} ${high >>> 0}`
}
