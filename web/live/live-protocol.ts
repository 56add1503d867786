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

/**
 * Events of one number and name differ by their action: a ticket that changes tab is deleted there and updated here. And
 * by how much they tell: who may see the whole of a record hears the short form for everybody, too.
 */
export function frameIdentity({ event, number, data }: LiveFrame): string | undefined {
  if (number === undefined) return undefined
  const action = isRecord(data) && 'action' in data ? String(data['action']) : ''
  return `${number} ${event} ${action} ${countMembers(data)}`
}

function countMembers(data: unknown): number {
  if (!isRecord(data)) return 0
  const inner = Object.values(data).filter(isRecord)
  return inner.reduce((sum, record) => sum + Object.keys(record).length, Object.keys(data).length)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
