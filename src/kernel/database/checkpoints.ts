import type { Database } from 'bun:sqlite'
import type { Worker } from 'node:worker_threads'
import type { Log } from '../log'
import { startProductWorker } from '../product-files'
import type { CheckpointRequest } from './checkpoint-worker'
import { walPagesMax } from './database'
import { type FileTap, type Held, tapFile, type WalArchive } from './wal/wal-tap'

export type Checkpoints = ReturnType<typeof createCheckpoints>

export interface FileCheckpoints {
  note(written: number): void
  /** Empties the WAL as soon as nobody reads from it, so that nothing deleted is left there. */
  truncate(): void
  /** Undefined without an archive of writes. */
  tap: FileTap | undefined
  /** Call it before the file is closed, which checkpoints it, and what it returns afterwards. */
  end(): () => void
}

/** Transactions and events, about four pages each. */
const writtenMax = 300
/** A power cut loses at most the writes of twice this time. */
const sweepDefaultMs = 5_000
/** How many commits may wait for the archive, and how long. The more together, the fewer pages are written twice. */
const collectedMax = 100
const collectMs = 1_000
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
  tap: FileTap | undefined
  changesAtCollect: number
}

interface CheckpointOptions {
  sweepMs?: number
  archive?: WalArchive
}

/**
 * Syncs and checkpoints files in a worker, because waiting for the disk would block the event loop. Checkpoints are rare: the
 * first commit after one waits for the disk in the main thread.
 */
export function createCheckpoints(log: Log, { sweepMs = sweepDefaultMs, archive }: CheckpointOptions = {}) {
  const files = new Map<string, WatchedFile>()
  let sweeping: Timer | undefined
  let collecting: Timer | undefined
  const queue = createCheckpointQueue(log, {
    hold: (path) => files.get(path)?.tap?.hold(),
    onEnd({ path, kind }, isComplete) {
      const file = files.get(path)
      if (!file) return
      if (isComplete && kind === 'truncate') file.mustTruncate = false
      if (!isComplete) file[kind === 'sync' ? 'changesAtSync' : 'changesAtCheckpoint'] = undefined
    },
  })

  function request(path: string, file: WatchedFile) {
    file.changesAtSync = file.changesAtCheckpoint = file.totalChanges()
    file.written = 0
    // A worker would empty the log of commits that were not collected.
    if (file.tap && file.mustTruncate) file.mustTruncate = !file.tap.empty()
    queue.add({ path, kind: file.mustTruncate && !file.tap ? 'truncate' : 'checkpoint' })
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

  function collect(file: WatchedFile) {
    file.changesAtCollect = file.totalChanges()
    void file.tap?.collect()
  }

  function collectChanged() {
    for (const file of files.values()) if (file.totalChanges() !== file.changesAtCollect) collect(file)
  }

  /** Instead of SQLite, which does not collect before. */
  function shortenLog(sqlite: Database, { tap }: WatchedFile) {
    if (tap && tap.framesInLog() >= walPagesMax) sqlite.run('PRAGMA wal_checkpoint(PASSIVE)')
  }

  return {
    /** `name` is that of its history in the archive, which does not follow a file without one. */
    watch(sqlite: Database, name: string | undefined): FileCheckpoints {
      const path = sqlite.filename
      const query = sqlite.prepare<{ changes: number }, []>('SELECT total_changes() AS changes')
      const totalChanges = () => query.get()?.changes ?? 0
      const changes = totalChanges()
      const marks = { changesAtSync: changes, changesAtCheckpoint: changes }
      const tap = archive && name !== undefined ? tapFile(name, sqlite, archive) : undefined
      const file: WatchedFile = {
        totalChanges,
        ...marks,
        written: 0,
        mustTruncate: false,
        tap,
        changesAtCollect: changes,
      }
      files.set(path, file)
      sweeping ??= setInterval(sweep, sweepMs).unref()
      if (tap) {
        sqlite.run('PRAGMA wal_autocheckpoint = 0')
        collecting ??= setInterval(collectChanged, collectMs).unref()
      }
      let uncollected = 0
      return {
        tap,
        note(written) {
          if (tap && ++uncollected >= collectedMax) {
            uncollected = 0
            collect(file)
            shortenLog(sqlite, file)
          }
          file.written += written
          if (file.written >= writtenMax) request(path, file)
        },
        truncate() {
          file.mustTruncate = true
          request(path, file)
        },
        end() {
          if (files.get(path) !== file) return () => {}
          const closed = tap?.end() ?? (() => {})
          query.finalize()
          files.delete(path)
          queue.remove(path)
          if (files.size > 0) return closed
          clearInterval(sweeping)
          clearInterval(collecting)
          sweeping = collecting = undefined
          queue.stop()
          return closed
        },
      }
    },
  }
}

interface QueueOptions {
  /** Keeps what is not archived from being overwritten. Undefined without an archive. */
  hold(path: string): Held | undefined
  onEnd(request: CheckpointRequest, isComplete: boolean): void
}

function createCheckpointQueue(log: Log, { hold, onEnd }: QueueOptions) {
  const requested = new Map<string, CheckpointRequest>()
  let worker: Worker | undefined
  let busy = false
  let release = () => {}

  function next() {
    const [request] = requested.values()
    if (busy || request === undefined) return
    requested.delete(request.path)
    busy = true
    const held = request.kind === 'checkpoint' ? hold(request.path) : undefined
    if (!held) return post(request)
    release = held.release
    void held.archived.then(() => post(request), ended)
  }

  function post(request: CheckpointRequest) {
    worker ??= startWorker()
    worker.postMessage(request)
  }

  function ended() {
    release()
    release = () => {}
    busy = false
  }

  function startWorker() {
    const started = startProductWorker('src/kernel/database/checkpoint-worker.ts')
    started.unref()
    started.on('message', ({ request, complete }: { request: CheckpointRequest; complete: boolean }) => {
      onEnd(request, complete)
      ended()
      next()
    })
    started.on('error', (error) => {
      log.warn('The checkpoint worker failed and is started again when needed', { error })
      worker = undefined
      ended()
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
      ended()
    },
  }
}
