import type { AgentPresence } from '../../src/message/presence/agent-presence.contract'

/** A frame from the server. `number` is the company's event number; user-specific frames (state, typing) have none. */
export interface LiveFrame {
  event: string
  number?: number
  data?: unknown
}

export interface LiveRequests {
  auth: { token: string; last: number | null }
  /** Requests missed frames; answered by these and a `ready`, or by `reload`. Also proves that the connection works. */
  resume: { last: number | null }
  /** The uuid of a ticket whose room is joined or left. */
  joinTickets: string
  leaveTickets: string
  joinNotification: null
  /** Reports the user as online; every 5 minutes. */
  userStatus: null
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

/** Equal for a frame that arrives twice. A newer state under an old number is another frame. */
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
