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

/** Events of one number and name differ by their action: a ticket that changes tab is deleted there and updated here. */
export function frameIdentity({ event, number, data }: LiveFrame): string | undefined {
  if (number === undefined) return undefined
  const action = typeof data === 'object' && data !== null && 'action' in data ? String(data.action) : ''
  return `${number} ${event} ${action}`
}
