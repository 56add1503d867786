import type { WalPart } from '../../kernel/database/wal/wal-tap'
import { encodeRecord } from '../../host/backup/segment'
import type { Nats } from '../nats/connect-nats'
import { type Appender, Fenced } from './appender'
import type { LogCursor } from './log-rule'

interface Waiting {
  record: Uint8Array
  /** Of the part: another of its transaction follows. */
  hasMore: boolean
  resolve(): void
  reject(error: unknown): void
}

export interface CompanyLogState {
  messages: number
  bytes: number
  waitingParts: number
  /** Of the last message, until it was acknowledged. */
  lastMs: number
  isFenced: boolean
}

export type CompanyLog = ReturnType<typeof createCompanyLog>

interface CompanyLogOptions {
  nats: Nats
  name: string
  appender: Appender
  onFenced(error: Fenced): void
}

/** Appends a tap's parts in order. Parts that arrive while a message is on its way become one: it needs that message's sequence. */
export function createCompanyLog({ nats, name, appender, onFenced }: CompanyLogOptions) {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let fenced: Fenced | undefined
  /** After the last whole transaction. */
  let boundary: LogCursor = { ...appender.cursor() }
  const state: CompanyLogState = { messages: 0, bytes: 0, waitingParts: 0, lastMs: 0, isFenced: false }

  async function run() {
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        await write(Buffer.concat(batch.map(({ record }) => record)))
        if (batch.at(-1)?.hasMore === false) boundary = { ...appender.cursor() }
        for (const { resolve } of batch) resolve()
      } catch (error) {
        fence(error instanceof Fenced ? error : new Fenced(`The log of ${name} ended: ${String(error)}`))
        for (const { reject } of batch) reject(fenced)
      }
    }
    running = undefined
  }

  function takeBatch() {
    let [count, bytes] = [0, 0]
    for (const { record } of waiting) {
      if (count > 0 && bytes + record.length > nats.contentMax) break
      bytes += record.length
      count++
    }
    return waiting.splice(0, count)
  }

  async function write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; at += nats.contentMax) {
      const content = bytes.subarray(at, at + nats.contentMax)
      const begunAtMs = performance.now()
      await appender.append({ kind: 'part', hasMore: at + content.length < bytes.length, content })
      state.lastMs = performance.now() - begunAtMs
      state.messages++
      state.bytes += content.length
    }
  }

  function fence(error: Fenced) {
    if (fenced) return
    fenced = error
    state.isFenced = true
    for (const { reject } of waiting) reject(error)
    waiting = []
    onFenced(error)
  }

  return {
    name,
    /** Resolves once it is kept. Rejects with `Fenced`, also later ones of the same epoch. */
    append(part: WalPart): Promise<void> {
      if (fenced) return quietly(Promise.reject(fenced))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ record: encodeRecord(part), hasMore: part.hasMore === true, resolve, reject })
      running ??= Promise.resolve().then(run)
      return quietly(promise)
    },
    /** A reader may begin there. */
    boundary: (): Readonly<LogCursor> => boundary,
    state: (): Readonly<CompanyLogState> => {
      state.waitingParts = waiting.length
      return state
    },
    async settled() {
      while (running) await running
    },
    close() {
      appender.stop()
    },
  }
}

/** Who awaits it hears of the failure; who does not, is told by `onFenced`. */
function quietly<T>(promise: Promise<T>) {
  promise.catch(() => {})
  return promise
}
