import type { Database } from 'bun:sqlite'
import type { Worker } from 'node:worker_threads'
import type { Log } from '../log'
import { startProductWorker } from '../product-files'
import type { CheckpointRequest } from './checkpoint-worker'

export type Checkpoints = ReturnType<typeof createCheckpoints>

export interface FileCheckpoints {
  note(written: number): void
  /** Empties the WAL as soon as nobody reads from it, so that nothing deleted is left there. */
  truncate(): void
  /** Call it before the file is closed; closing checkpoints the file. */
  end(): void
}

/** Transactions and events, about four pages each. */
const writtenMax = 300
/** A power cut loses at most the writes of twice this time. */
const sweepDefaultMs = 5_000
/** About 4 MB of WAL. Unchanged files are checkpointed earlier. */
const changesMax = 500

interface WatchedFile {
  totalChanges(): number
  /** Undefined while the last one failed. */
  changesAtSync: number | undefined
  /** Undefined while the last one was incomplete. */
  changesAtCheckpoint: number | undefined
  written: number
  mustTruncate: boolean
}

/**
 * Syncs and checkpoints files in a worker, because waiting for the disk would block the event loop. Checkpoints are rare: the
 * first commit after one waits for the disk in the main thread.
 */
export function createCheckpoints(log: Log, { sweepMs = sweepDefaultMs } = {}) {
  const files = new Map<string, WatchedFile>()
  let sweeping: Timer | undefined
  const queue = createCheckpointQueue(log, ({ path, kind }, isComplete) => {
    const file = files.get(path)
    if (!file) return
    if (isComplete && kind === 'truncate') file.mustTruncate = false
    if (!isComplete) file[kind === 'sync' ? 'changesAtSync' : 'changesAtCheckpoint'] = undefined
  })

  function request(path: string, file: WatchedFile) {
    file.changesAtSync = file.changesAtCheckpoint = file.totalChanges()
    file.written = 0
    queue.add({ path, kind: file.mustTruncate ? 'truncate' : 'checkpoint' })
  }

  function sweep() {
    for (const [path, file] of files) {
      const { changesAtSync, changesAtCheckpoint } = file
      const changes = file.totalChanges()
      if (changes === changesAtCheckpoint && !file.mustTruncate) continue
      const isLong =
        file.mustTruncate || changesAtCheckpoint === undefined || changes - changesAtCheckpoint >= changesMax
      if (isLong || changes === changesAtSync) request(path, file)
      else {
        file.changesAtSync = changes
        queue.add({ path, kind: 'sync' })
      }
    }
  }

  return {
    watch(sqlite: Database): FileCheckpoints {
      const path = sqlite.filename
      const query = sqlite.prepare<{ changes: number }, []>('SELECT total_changes() AS changes')
      const totalChanges = () => query.get()?.changes ?? 0
      const changes = totalChanges()
      const marks = { changesAtSync: changes, changesAtCheckpoint: changes }
      const file: WatchedFile = { totalChanges, ...marks, written: 0, mustTruncate: false }
      files.set(path, file)
      sweeping ??= setInterval(sweep, sweepMs).unref()
      return {
        note(written) {
          file.written += written
          if (file.written >= writtenMax) request(path, file)
        },
        truncate() {
          file.mustTruncate = true
          request(path, file)
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

function createCheckpointQueue(log: Log, onEnd: (request: CheckpointRequest, isComplete: boolean) => void) {
  const requested = new Map<string, CheckpointRequest>()
  let worker: Worker | undefined
  let busy = false

  function next() {
    const [request] = requested.values()
    if (busy || request === undefined) return
    requested.delete(request.path)
    busy = true
    worker ??= startWorker()
    worker.postMessage(request)
  }

  function startWorker() {
    const started = startProductWorker('src/kernel/database/checkpoint-worker.ts')
    started.unref()
    started.on('message', ({ request, complete }: { request: CheckpointRequest; complete: boolean }) => {
      onEnd(request, complete)
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
    add(request: CheckpointRequest) {
      // A checkpoint syncs, too.
      if (request.kind !== 'sync' || !requested.has(request.path)) requested.set(request.path, request)
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
