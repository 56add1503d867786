import type { Database } from 'bun:sqlite'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log'

export type Checkpoints = ReturnType<typeof createCheckpoints>

export interface FileCheckpoints {
  /** Call it after large or frequent commits with the amount written, in transactions and events. */
  note(written: number): void
  /** Call it before the file is closed; closing checkpoints the file. */
  end(): void
}

/** Limit of transactions and events since the last checkpoint; each writes about four pages. */
const writtenMax = 300
/** A power cut loses at most the writes of twice this time. */
const sweepDefaultMs = 5_000

interface WatchedFile {
  /** Rows changed since the connection was opened. */
  totalChanges(): number
  /** Rows changed when the last checkpoint was requested; undefined while the last one was incomplete. */
  changesAtLast: number | undefined
  written: number
}

/**
 * Checkpoints the WALs of the catalog and of companies in a worker, because waiting for the disk would block the event
 * loop. SQLite's automatic checkpoint remains as a fallback. A periodic sweep finds every file that was written. Worker
 * and sweep run while a file is watched.
 */
export function createCheckpoints(log: Log, { sweepMs = sweepDefaultMs } = {}) {
  const files = new Map<string, WatchedFile>()
  const requested = new Set<string>()
  let worker: Worker | undefined
  let sweeping: Timer | undefined
  let busy = false

  function ask(path: string, file: WatchedFile) {
    file.changesAtLast = file.totalChanges()
    file.written = 0
    requested.add(path)
    next()
  }

  function sweep() {
    for (const [path, file] of files) if (file.totalChanges() !== file.changesAtLast) ask(path, file)
  }

  function next() {
    const [path] = requested
    if (busy || path === undefined) return
    requested.delete(path)
    busy = true
    worker ??= startWorker()
    worker.postMessage(path)
  }

  function startWorker() {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ path, complete }: { path: string; complete: boolean }) => {
      const file = files.get(path)
      if (file && !complete) file.changesAtLast = undefined
      busy = false
      next()
    })
    started.on('error', (error) => {
      log.warn('The checkpoint worker failed and is started again when needed', { error })
      worker = undefined
      busy = false
    })
    return started
  }

  function stop() {
    clearInterval(sweeping)
    sweeping = undefined
    void worker?.terminate()
    worker = undefined
    busy = false
  }

  return {
    watch(sqlite: Database): FileCheckpoints {
      const path = sqlite.filename
      const query = sqlite.prepare<{ changes: number }, []>('SELECT total_changes() AS changes')
      const totalChanges = () => query.get()?.changes ?? 0
      const file: WatchedFile = { totalChanges, changesAtLast: totalChanges(), written: 0 }
      files.set(path, file)
      sweeping ??= setInterval(sweep, sweepMs).unref()
      return {
        note(written) {
          file.written += written
          if (file.written >= writtenMax) ask(path, file)
        },
        end() {
          if (files.get(path) !== file) return
          query.finalize()
          files.delete(path)
          requested.delete(path)
          if (files.size === 0) stop()
        },
      }
    },
  }
}
