import type { Worker } from 'node:worker_threads'
import type { ArchiveState, RunningArchive, WalArchive, WalPart, WalPosition } from '../../kernel/database/wal/wal-tap'
import type { Log } from '../../kernel/log'
import { startProductWorker } from '../../kernel/product-files'
import { lastSpooledPosition } from './spool'

export interface ArchiveWorkerData {
  dataDir: string
  target: string
  flushMs: number
}

export type ArchiveRequest = { id: number } & ({ kind: 'append'; part: WalPart } | { kind: 'flush' })

export type ArchiveReport =
  | { kind: 'kept'; id: number; error?: string }
  | { kind: 'flushed'; id: number; error: string | undefined }
  | { kind: 'state'; error: string | undefined; waitingBytes: number }

interface ArchiveOptions {
  dataDir: string
  /** See `openSink`. */
  target: string
  log: Log
  now?: () => number
  flushMs?: number
}

const bucketFlushMs = 60_000
const folderFlushMs = 10_000
const stopMsMax = 2_000

/** The archive of writes: parts are kept in the data folder at once and sent to the backup every few seconds, by a worker. */
export function createArchive({ dataDir, target, log, now = Date.now, flushMs }: ArchiveOptions): RunningArchive {
  const pause = flushMs ?? (target.startsWith('s3://') ? bucketFlushMs : folderFlushMs)
  const positions = new Map<string, WalPosition>()
  const begun = new Map<string, WalPosition>()
  const waiting = new Map<number, (error?: string) => void>()
  const state: ArchiveState = { sentAtMs: undefined, error: undefined, waitingBytes: 0 }
  let worker: Worker | undefined
  let lastId = 0
  let losses = 0
  let isLosing = false

  function startWorker() {
    const started = startProductWorker('src/host/backup/archive-worker.ts', { dataDir, target, flushMs: pause })
    started.unref()
    started.on('message', hear)
    started.on('error', (error) => {
      worker = undefined
      noteLoss(String(error))
      for (const resolve of waiting.values()) resolve(String(error))
      waiting.clear()
    })
    return started
  }

  function noteLoss(error: string) {
    if (!isLosing) log.error('The archive of writes cannot keep them: it begins anew with copies', { error })
    isLosing = true
    losses++
    positions.clear()
  }

  function hear(report: ArchiveReport) {
    if (report.kind === 'state') return noteState(report)
    if (report.kind === 'kept' && report.error !== undefined) noteLoss(report.error)
    else if (report.kind === 'kept') isLosing = false
    waiting.get(report.id)?.(report.error)
    waiting.delete(report.id)
  }

  function noteState({ error, waitingBytes }: Extract<ArchiveReport, { kind: 'state' }>) {
    if (error !== undefined && state.error === undefined) {
      log.error(`The backup in ${target} takes nothing; writes wait in the data folder`, { error })
    }
    if (error === undefined && state.error !== undefined) log.info(`The backup in ${target} takes writes again`)
    state.error = error
    state.waitingBytes = waitingBytes
    if (error === undefined) state.sentAtMs = now()
  }

  function ask(request: { kind: 'append'; part: WalPart } | { kind: 'flush' }): Promise<string | undefined> {
    const id = ++lastId
    worker ??= startWorker()
    // The frames are nobody else's.
    worker.postMessage({ ...request, id }, request.kind === 'append' ? [request.part.frames.buffer as ArrayBuffer] : [])
    return new Promise((resolve) => waiting.set(id, resolve))
  }

  const walArchive: WalArchive = {
    now,
    losses: () => losses,
    lastPosition: (name) => positions.get(name) ?? lastSpooledPosition(dataDir, name),
    async append(part) {
      positions.set(part.name, part.position)
      await ask({ kind: 'append', part })
    },
    noteClosed(name, position) {
      positions.set(name, position)
      const part = { name, after: position, position, pageSize: 0, frames: new Uint8Array(), atMs: now() }
      void ask({ kind: 'append', part })
    },
    chainBegun(name, position) {
      positions.set(name, position)
      begun.set(name, position)
    },
  }

  return {
    ...walArchive,
    target,
    state: () => state,
    withoutBase: () => [...begun.keys()],
    noteBase: (name: string, { chain }: WalPosition) => {
      if (begun.get(name)?.chain === chain) begun.delete(name)
    },
    forget(name) {
      positions.delete(name)
      begun.delete(name)
    },
    flush: () => ask({ kind: 'flush' }),
    async stop() {
      // What does not reach the backup in time waits in the data folder.
      if (worker) await Promise.race([ask({ kind: 'flush' }), Bun.sleep(stopMsMax)])
      void worker?.terminate()
    },
  }
}
