import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileTap, WalArchive, WalPart, WalPosition } from '../../kernel/database/wal/wal-tap'
import type { Log } from '../../kernel/log'
import { Fenced } from '../log/appender'
import { type CompanyLog, createCompanyLog } from '../log/company-log'
import type { TakenLog } from '../log/take-log'
import { purgeBefore } from '../copy/bases'
import { makeBase } from '../copy/make-base'
import type { Nats } from '../nats/connect-nats'
import { retried } from '../nats/retried'
import type { Stores } from '../nats/stores'

interface OpenLog {
  log: Promise<CompanyLog>
  /** Resolves when the last part is acknowledged, without waiting for a base. */
  written: Promise<void>
  /** What parts wait for: a chain is acknowledged once its base is kept. */
  based: Promise<void>
  isMakingBase: boolean
  basedAtMs: number
  bytesAtBase: number
}

export type CompanyLogs = ReturnType<typeof createCompanyLogs>

interface CompanyLogsOptions {
  nats: Nats
  stores: Stores
  dataDir: string
  log: Log
  tapOf(name: string): { tap: FileTap; path: string } | undefined
  onFenced(name: string, error: Fenced): void
  baseBytes?: number | undefined
}

const dayMs = 24 * 60 * 60_000
const baseBytesDefault = 64 * 1024 * 1024
const retryMs = 200

/** The logs of the companies that this node owns, as the archive that its output gate waits for. */
export function createCompanyLogs(options: CompanyLogsOptions) {
  const { nats, stores, dataDir, log: told, tapOf, onFenced, baseBytes = baseBytesDefault } = options
  const open = new Map<string, OpenLog>()
  const positions = new Map<string, WalPosition>()
  const closedFolder = join(dataDir, 'cluster', 'closed')

  /** Until it is kept. @throws Fenced */
  function base(name: string, opened: OpenLog) {
    return retried(() => tryBase(name, opened), {
      pauseMs: retryMs,
      onFailure(error) {
        if (error instanceof Fenced) throw error
        if (tapOf(name)) told.warn('A base cannot be kept in NATS yet', { company: Number(name), error })
      },
    })
  }

  async function tryBase(name: string, opened: OpenLog) {
    const log = await opened.log
    if (open.get(name) !== opened || log.state().isFenced) throw new Fenced(`${name} was closed`)
    const source = tapOf(name)
    if (!source) throw new Error('The file is not open')
    opened.isMakingBase = true
    try {
      const { bytes } = log.state()
      const written = await makeBase({ ...source, nats, stores, name, dataDir, log, written: () => opened.written })
      opened.basedAtMs = Date.now()
      opened.bytesAtBase = bytes
      await purgeBefore(nats, stores, name, written).catch((error: unknown) => {
        told.warn('What a base makes needless stays in NATS until the next one', { company: Number(name), error })
      })
    } finally {
      opened.isMakingBase = false
    }
  }

  async function renew(name: string, opened: OpenLog) {
    if (!opened.isMakingBase && tapOf(name)) await base(name, opened)
  }

  const archive: WalArchive = {
    holdsOutput: true,
    // The catalog has no log: its rows are in a bucket.
    follows: (name) => name !== 'platform',
    now: Date.now,
    losses: () => 0,
    lastPosition: (name) => positions.get(name),
    append(part: WalPart) {
      const opened = open.get(part.name)
      if (!opened) return quietly(Promise.reject(new Fenced(`${part.name} is not owned here`)))
      positions.set(part.name, part.position)
      opened.written = quietly(opened.log.then((log) => log.append(part)))
      const { written, based } = opened
      return quietly(written.then(() => based))
    },
    noteClosed(name, position) {
      positions.set(name, position)
      mkdirSync(closedFolder, { recursive: true, mode: 0o700 })
      writeFileSync(join(closedFolder, `${name}.json`), JSON.stringify(position), { mode: 0o600 })
    },
    chainBegun(name, position) {
      positions.set(name, position)
      const opened = open.get(name)
      if (opened) opened.based = quietly(base(name, opened))
    },
  }

  return {
    archive,
    /** Before the file is opened. `position`: where the file is in the log; undefined begins a chain. */
    open(name: string, taking: Promise<TakenLog>, position: WalPosition | undefined) {
      if (position) positions.set(name, position)
      else positions.delete(name)
      const log = taking.then(({ appender }) =>
        createCompanyLog({
          nats,
          name,
          appender,
          // A log that was closed ends, too.
          onFenced: (error) => void (open.get(name) === opened && onFenced(name, error)),
        }),
      )
      const [written, based] = [Promise.resolve(), Promise.resolve()]
      const opened: OpenLog = {
        log: quietly(log),
        written,
        based,
        isMakingBase: false,
        basedAtMs: Date.now(),
        bytesAtBase: 0,
      }
      open.set(name, opened)
    },
    /** How the last process left a file, if it closed it. */
    closedAt(name: string): WalPosition | undefined {
      try {
        return JSON.parse(readFileSync(join(closedFolder, `${name}.json`), 'utf8')) as WalPosition
      } catch {
        return undefined
      }
    },
    /** Resolves when all that was committed is acknowledged. Rejects with Fenced. */
    settled: async (name: string) => {
      const opened = open.get(name)
      await opened?.written
      await opened?.based
    },
    close(name: string) {
      const opened = open.get(name)
      open.delete(name)
      positions.delete(name)
      void opened?.log.then((log) => log.close()).catch(() => {})
    },
    /** Call it now and then: daily, and after much was written, a base makes the log short again. */
    renewBases() {
      for (const [name, opened] of open) {
        void opened.log
          .then(async (log) => {
            const bytes = log.state().bytes - opened.bytesAtBase
            const isDue = bytes > baseBytes || (bytes > 0 && Date.now() - opened.basedAtMs > dayMs)
            if (isDue) await renew(name, opened)
          })
          .catch(() => {})
      }
    },
    /** Resolves when the log begins anew with a base. */
    renewBase: async (name: string) => {
      const opened = open.get(name)
      if (opened) await renew(name, opened)
    },
    stateOf: async (name: string) => (await open.get(name)?.log)?.state(),
    /** The last message that counts. */
    sequenceOf: async (name: string) => (await open.get(name)?.log)?.boundary().sequence,
  }
}

function quietly<T>(promise: Promise<T>) {
  promise.catch(() => {})
  return promise
}
