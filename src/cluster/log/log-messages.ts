import { headers, type MsgHdrs } from '@nats-io/transport-node'
import type { Nats } from '../nats/connect-nats'
import { logStreamOf, logSubjectOf } from '../nats/stores'
import { type LogCursor, type LogMessage, readNext } from './log-rule'

const names = {
  kind: 'Recado-Kind',
  after: 'Recado-After',
  epoch: 'Recado-Epoch',
  node: 'Recado-Node',
  id: 'Recado-Id',
  more: 'Recado-More',
} as const

export function headersOf({ kind, after, epoch, node, id, hasMore }: Omit<LogMessage, 'sequence' | 'content'>) {
  const written = headers()
  written.set(names.kind, kind)
  written.set(names.after, String(after))
  written.set(names.epoch, String(epoch))
  written.set(names.node, node)
  written.set(names.id, id)
  if (hasMore) written.set(names.more, '1')
  return written
}

function messageOf(sequence: number, header: MsgHdrs, content: Uint8Array): LogMessage {
  return {
    sequence,
    kind: header.get(names.kind) === 'fence' ? 'fence' : 'part',
    after: Number(header.get(names.after)),
    epoch: Number(header.get(names.epoch)),
    node: header.get(names.node),
    id: header.get(names.id),
    hasMore: header.has(names.more),
    content,
  }
}

/** Undefined at the end, as far as the server that answers knows: it may be a moment behind. */
export async function nextMessage({ jsm }: Nats, name: string, read: number): Promise<LogMessage | undefined> {
  const found = await jsm.direct.getMessage(logStreamOf(name), nextAfter(name, read))
  return found ? messageOf(found.seq, found.header, found.data) : undefined
}

const nextAfter = (name: string, read: number) => ({ seq: read + 1, next_by_subj: logSubjectOf(name) })

/** The last message of a log as far as the server that answers knows; 0 without one. */
export async function lastSequence({ jsm }: Nats, name: string): Promise<number> {
  const found = await jsm.direct.getMessage(logStreamOf(name), { last_by_subj: logSubjectOf(name) })
  return found?.seq ?? 0
}

const behindMs = 3
const behindMsMax = 250
const missingMsMax = 3_000

/** Waits for the next message of a log that is known to go on. A server may stay behind, as after a kill, so then the leader is asked. */
export function createLogReader(nats: Nats, name: string) {
  let isBehind = false

  /** @throws Error when the leader does not have it either */
  return async (read: number, isEnding = () => false) => {
    const begunAtMs = performance.now()
    while (!isEnding()) {
      const message = await (isBehind ? leadersNext(nats, name, read) : nextMessage(nats, name, read))
      if (message) return message
      const waitedMs = performance.now() - begunAtMs
      if (waitedMs > missingMsMax) throw new Error(`The log of ${name} misses what follows ${read}`)
      await Bun.sleep(isBehind ? behindMsMax : behindMs)
      isBehind ||= waitedMs > behindMsMax
    }
    return undefined
  }
}

async function leadersNext({ jsm }: Nats, name: string, read: number) {
  const found = await jsm.streams.getMessage(logStreamOf(name), nextAfter(name, read))
  return found ? messageOf(found.seq, found.header, found.data) : undefined
}

/** Reads the messages that count up to a message that is known to be there, and moves the cursor over them. */
export async function* readLog(nats: Nats, name: string, cursor: LogCursor, upTo: number): AsyncGenerator<LogMessage> {
  const next = createLogReader(nats, name)
  while (cursor.read < upTo) {
    const message = await next(cursor.read)
    if (message && readNext(cursor, message)) yield message
  }
}
