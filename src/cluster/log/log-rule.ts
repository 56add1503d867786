/** A message of a company's log. */
export interface LogMessage {
  /** In its stream; grows along the log, with gaps. */
  sequence: number
  kind: 'part' | 'fence'
  /** The last message that counted when it was written. */
  after: number
  epoch: number
  node: string
  /** Names what is appended. Several attempts to append the same have the same. */
  id: string
  /** The next message that counts continues its content. */
  hasMore: boolean
  content: Uint8Array
}

/** How far a log was read. */
export interface LogCursor {
  /** The last message that counts. */
  sequence: number
  /** The last part that counts. */
  part: number
  /** The last message, whether it counts or not. */
  read: number
  /** Of the last fence. */
  epoch: number
  node: string
}

export const logBegin: LogCursor = { sequence: 0, part: 0, read: 0, epoch: 0, node: '' }

/** The log was purged beyond the cursor: begin with its base. */
export class LogGap extends Error {}

/**
 * Moves the cursor over the next message and returns whether it counts: a fence if its epoch is the greatest, a part if its writer knew of
 * all before it and nobody has taken the company over since. Every reader decides the same, whatever the servers let pass: before 2.12 they accept writers that
 * expect the same sequence at the same time, and later ones may after an election (nats-server issues 4320 and 8469).
 * @throws LogGap
 */
export function readNext(cursor: LogCursor, message: LogMessage): boolean {
  if (message.after > cursor.sequence) throw new LogGap(`The log misses what leads to ${message.sequence}`)
  cursor.read = message.sequence
  const { kind, epoch, node, after, sequence } = message
  const isFence = kind === 'fence' && epoch > cursor.epoch
  const leadsOn = kind === 'part' && after === cursor.sequence && epoch === cursor.epoch && node === cursor.node
  if (!isFence && !leadsOn) return false
  Object.assign(cursor, { sequence, epoch, node, ...(leadsOn && { part: sequence }) })
  return true
}
