import { createAssembler } from '../../cluster/log/assemble-parts'
import { Fenced } from '../../cluster/log/appender'
import { createCompanyLog } from '../../cluster/log/company-log'
import { readLog } from '../../cluster/log/log-messages'
import { type LogCursor, logBegin } from '../../cluster/log/log-rule'
import { takeLog } from '../../cluster/log/take-log'
import type { Nats } from '../../cluster/nats/connect-nats'
import { logStreamOf, logSubjectOf } from '../../cluster/nats/stores'
import type { WalPart } from '../../kernel/database/wal/wal-tap'

/** One that is recognised by its number; `bytes` of frames that no compression shortens. */
export function partOf(name: string, number: number, { bytes = 1_000, hasMore = false } = {}): WalPart {
  const position = { chain: 'chain', run: 1, salts: '00', frame: number, checksum: String(number) }
  return {
    name,
    after: { run: 1, frame: number - 1 },
    position,
    pageSize: 4096,
    frames: randomBytes(bytes),
    ...(hasMore && { hasMore: true as const }),
    atMs: 0,
  }
}

function randomBytes(count: number) {
  const bytes = new Uint8Array(count)
  for (let at = 0; at < count; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

/** As an owner since `epoch`, with the numbers of the parts that were acknowledged. */
export async function openLog(nats: Nats, name: string, node: string, epoch: number) {
  const taken = await takeLog(nats, name, logBegin, { node, epoch })
  const told: Fenced[] = []
  const log = createCompanyLog({ nats, name, appender: taken.appender, onFenced: (error) => told.push(error) })
  const acknowledged: number[] = []
  return {
    ...taken,
    log,
    told,
    acknowledged,
    async append(part: WalPart) {
      await log.append(part)
      acknowledged.push(part.position.frame)
    },
  }
}

export async function readParts(nats: Nats, name: string, from: LogCursor = logBegin) {
  const cursor = { ...from }
  const assembler = createAssembler()
  const parts = []
  // Of the leader, who knows it at once.
  const last = await nats.jsm.streams.getMessage(logStreamOf(name), { last_by_subj: logSubjectOf(name) })
  for await (const message of readLog(nats, name, cursor, last?.seq ?? 0)) parts.push(...assembler.take(message))
  return { parts, numbers: parts.map(({ position }) => position.frame), cursor }
}
