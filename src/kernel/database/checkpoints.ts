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
  let sweeping: Timer | undefined
  const queue = createCheckpointQueue(log, (path) => {
    const file = files.get(path)
    if (file) file.changesAtLast = undefined
  })

  function request(path: string, file: WatchedFile) {
    file.changesAtLast = file.totalChanges()
    file.written = 0
    queue.add(path)
  }

  function sweep() {
    for (const [path, file] of files) if (file.totalChanges() !== file.changesAtLast) request(path, file)
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
          if (file.written >= writtenMax) request(path, file)
        },
        end() {
          if (files.get(path) !== file) return
          query.finalize()
          files.delete(path)
          queue.remove(path)
          if (files.size > 0) return
          clearInterval(sweeping)
          sweeping = undefined
          queue.stop()
        },
      }
    },
  }
}

/** Sends files to the worker one by one. `onIncomplete` gets a file whose WAL could not be moved as a whole. */
function createCheckpointQueue(log: Log, onIncomplete: (path: string) => void) {
  const requested = new Set<string>()
  let worker: Worker | undefined
  let busy = false

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
      if (!complete) onIncomplete(path)
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

  return {
    add(path: string) {
      requested.add(path)
      next()
    },
    remove: (path: string) => void requested.delete(path),
    stop() {
      void worker?.terminate()
      worker = undefined
      busy = false
    },
  }
}
