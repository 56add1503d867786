import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import type { Nats } from '../nats/connect-nats'
import { logSubjectOf } from '../nats/stores'
import { createLogReader, headersOf } from './log-messages'
import { type LogCursor, LogGap, readNext } from './log-rule'

/** Another node owns the company. What was not acknowledged must not be believed. */
export class Fenced extends Error {}

export interface Appending {
  kind: 'part' | 'fence'
  hasMore: boolean
  content: Uint8Array
}

export type Appender = ReturnType<typeof createAppender>

/** What is on its way to a server that stops is lost, and the next one is ready at once. Doubled as long as nobody answers. */
const acknowledgedMs = 400
const acknowledgedMsMax = 3_200
const pauseMs = 50

/** Appends as one epoch of one node, one message at a time, each repeated until it is known to count, or not to. The cursor follows. */
export function createAppender(nats: Nats, name: string, cursor: LogCursor, own: { node: string; epoch: number }) {
  let appended = 0
  let isStopped = false
  const subject = logSubjectOf(name)
  const next = createLogReader(nats, name)
  let before = { node: cursor.node, epoch: cursor.epoch }
  const isForeign = () => cursor.epoch > own.epoch || (cursor.epoch === own.epoch && cursor.node !== own.node)

  /** Reads up to a message. Returns whether what is being appended counts, if it is there. */
  async function settle(upTo: number, id: string): Promise<boolean> {
    while (cursor.read < upTo && !isStopped) {
      const message = await next(cursor.read, () => isStopped)
      const { node, epoch } = cursor
      if (!message || !readNext(cursor, message)) continue
      if (cursor.epoch > epoch) before = { node, epoch }
      if (isForeign()) throw new Fenced(`${cursor.node} has taken ${name} over`)
      if (message.id === id) return true
    }
    return false
  }

  /** Returns the sequence up to which the log must be read now, or undefined when it counts already. */
  async function publish({ kind, hasMore, content }: Appending, id: string, attempt: number, timeout: number) {
    const facts = { kind, hasMore, id, after: cursor.sequence, ...own }
    const ack = await nats.js.publish(subject, content, {
      headers: headersOf(facts),
      msgID: `${name}/${own.node}/${id}/${attempt}`,
      // A fence is appended without it: the owner before may still be writing.
      ...(kind === 'part' && { expect: { lastSubjectSequence: cursor.read } }),
      timeout,
    })
    if (ack.duplicate || ack.seq !== cursor.read + 1 || cursor.epoch > own.epoch) return ack.seq
    if (cursor.epoch < own.epoch) before = { node: cursor.node, epoch: cursor.epoch }
    Object.assign(cursor, { sequence: ack.seq, read: ack.seq, ...own, ...(kind === 'part' && { part: ack.seq }) })
    return undefined
  }

  return {
    /** Resolves with its sequence once it counts. @throws Fenced */
    async append(appending: Appending): Promise<number> {
      const id = `${own.epoch}.${++appended}`
      let timeout = acknowledgedMs
      for (let attempt = 0; !isStopped;) {
        try {
          const upTo = await publish(appending, id, attempt, timeout)
          if (upTo === undefined || (await settle(upTo, id))) return cursor.sequence
          attempt++
        } catch (error) {
          rethrowFinal(error)
          if (error instanceof errors.TimeoutError) timeout = Math.min(timeout * 2, acknowledgedMsMax)
          const upTo = lastSequenceOf(error)
          if (upTo === undefined || upTo <= cursor.read) await Bun.sleep(pauseMs)
          else if (await settle(upTo, id).catch(rethrowFinal)) return cursor.sequence
        }
      }
      throw new Fenced(`The log of ${name} was closed`)
    },
    cursor: (): Readonly<LogCursor> => cursor,
    /** Whose epoch the last fence ended. */
    before: () => before,
    stop() {
      isStopped = true
    },
  }
}

/** Other errors pass. */
function rethrowFinal(error: unknown) {
  if (error instanceof Fenced || error instanceof LogGap) throw error
  return false
}

/** Of the subject, which a server names when it refuses. */
function lastSequenceOf(error: unknown): number | undefined {
  if (!(error instanceof JetStreamApiError)) return undefined
  const [, found] = /^wrong last sequence: (\d+)/.exec(error.message) ?? []
  return found === undefined ? undefined : Number(found)
}
