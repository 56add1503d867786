import type { Database } from 'bun:sqlite'
import type { Worker } from 'node:worker_threads'
import type { Log } from '../log'
import { startProductWorker } from '../product-files'
import type { CheckpointRequest } from './checkpoint-worker'
import { walPagesMax } from './database'
import { type FileTaps, tapForAll } from './wal/file-taps'
import type { FileTap, Held, WalArchive } from './wal/wal-tap'

export type Checkpoints = ReturnType<typeof createCheckpoints>

export interface FileCheckpoints {
  note(written: number): void
  /** Empties the WAL as soon as nobody reads from it, so that nothing deleted is left there. */
  truncate(): void
  /** Of the backup. Undefined without an archive of writes. */
  tap: FileTap | undefined
  /** Of the log that holds output back. */
  logTap?: FileTap | undefined
  /** Hands over at once what holds output back. Undefined where nothing does. */
  ship: FileTaps['ship']
  /** Call it before the file is closed, which checkpoints it, and what it returns afterwards. */
  end(): () => void
}

/** Transactions and events, about four pages each. A checkpoint takes 1 to 2 ms to read the schema alone. */
const writtenMax = 1_000
/** A power cut loses at most the writes of twice this time. */
const sweepDefaultMs = 5_000
/** How many pages of the log may wait for the archive, and how long. The more together, the fewer are written twice. */
const waitingMax = 4_000
const collectMs = 1_000
/** So many transactions are noted before that is looked at. */
const notedMax = 50
/** About 4 MB of WAL. Unchanged files are checkpointed earlier. */
const changesMax = 500

interface WatchedFile {
  sqlite: Database
  totalChanges(): number
  /** Undefined while the last one failed. */
  changesAtSync: number | undefined
  /** Undefined while the last one was incomplete. */
  changesAtCheckpoint: number | undefined
  written: number
  mustTruncate: boolean
  taps: FileTaps | undefined
  isHeld: boolean
  changesAtCollect: number
}

interface CheckpointOptions {
  sweepMs?: number
  archives?: readonly WalArchive[]
}

/** Syncs and checkpoints in a worker, because disk waits block the event loop. Rarely: the first commit afterwards waits for the disk. */
export function createCheckpoints(log: Log, { sweepMs = sweepDefaultMs, archives = [] }: CheckpointOptions = {}) {
  const files = new Map<string, WatchedFile>()
  let sweeping: Timer | undefined
  let collecting: Timer | undefined
  const queue = createCheckpointQueue(log, {
    hold,
    onEnd({ path, kind }, isComplete) {
      const file = files.get(path)
      if (!file) return
      if (isComplete && kind === 'truncate') file.mustTruncate = false
      if (!isComplete) file[kind === 'sync' ? 'changesAtSync' : 'changesAtCheckpoint'] = undefined
    },
  })

  function hold(path: string): Hold | undefined {
    const file = files.get(path)
    const held = file?.taps?.hold()
    if (!file || !held) return undefined
    file.isHeld = true
    return {
      archived: held.archived,
      release() {
        held.release()
        file.isHeld = false
        // Little is left to write back, and nobody else may hold it for long.
        if (files.get(path) === file) shortenLog(file)
      },
    }
  }

  function request(path: string, file: WatchedFile) {
    file.changesAtSync = file.changesAtCheckpoint = file.totalChanges()
    file.written = 0
    // A worker would empty the log of commits that were not collected.
    if (file.taps && file.mustTruncate) file.mustTruncate = !file.taps.empty()
    queue.add({ path, kind: file.mustTruncate && !file.taps ? 'truncate' : 'checkpoint' })
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
    file.taps?.collect()
  }

  function collectChanged() {
    for (const file of files.values()) if (file.totalChanges() !== file.changesAtCollect) collect(file)
  }

  /** Writes a long log back once the archive has its commits; SQLite by itself would not wait for those. A log that is held cannot begin anew. */
  function shortenLog(file: WatchedFile) {
    if (file.isHeld || !file.taps || file.taps.framesInLog() < walPagesMax) return
    collect(file)
    // It may have been reset since the last time.
    if (file.taps.framesInLog() < walPagesMax) return
    try {
      file.sqlite.run('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      // A statement is being read to its end, or the disk is full: the next checkpoint tries it again.
      log.warn('A log of writes could not be shortened', { error })
    }
  }

  return {
    /** `name` is that of its history in the archive, which does not follow a file without one. */
    watch(sqlite: Database, name: string | undefined): FileCheckpoints {
      const path = sqlite.filename
      const query = sqlite.prepare<{ changes: number }, []>('SELECT total_changes() AS changes')
      const totalChanges = () => query.get()?.changes ?? 0
      const changes = totalChanges()
      const marks = { changesAtSync: changes, changesAtCheckpoint: changes }
      const taps = name === undefined ? undefined : tapForAll(name, sqlite, archives)
      const file: WatchedFile = {
        sqlite,
        totalChanges,
        ...marks,
        written: 0,
        mustTruncate: false,
        taps,
        isHeld: false,
        changesAtCollect: changes,
      }
      files.set(path, file)
      sweeping ??= setInterval(sweep, sweepMs).unref()
      if (taps) {
        sqlite.run('PRAGMA wal_autocheckpoint = 0')
        collecting ??= setInterval(collectChanged, collectMs).unref()
      }
      let noted = 0
      return {
        tap: taps?.tap,
        logTap: taps?.logTap,
        ship: taps?.ship,
        note(written) {
          if (taps && ++noted >= notedMax) {
            noted = 0
            if (taps.framesWaiting() >= waitingMax) collect(file)
            shortenLog(file)
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
          const closed = taps?.end() ?? (() => {})
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

type Hold = Pick<Held, 'archived' | 'release'>

interface QueueOptions {
  /** Keeps what is not archived from being overwritten. Undefined without an archive. */
  hold(path: string): Hold | undefined
  onEnd(request: CheckpointRequest, isComplete: boolean): void
}

function createCheckpointQueue(log: Log, { hold, onEnd }: QueueOptions) {
  const requested = new Map<string, CheckpointRequest>()
  /** An archive that takes nothing of one file must not keep the others from the disk. */
  const waiting = new Map<string, Hold>()
  const archived: { request: CheckpointRequest; hold: Hold }[] = []
  let worker: Worker | undefined
  let busy = false
  let release = () => {}

  function next() {
    if (busy) return
    const taken = archived.shift()
    if (taken) return post(taken.request, taken.hold)
    const request = requested.values().find(({ path }) => !waiting.has(path))
    if (request === undefined) return
    requested.delete(request.path)
    const held = request.kind === 'checkpoint' ? hold(request.path) : undefined
    if (!held) return post(request)
    waiting.set(request.path, held)
    void held.archived.then(
      () => stopWaiting(request, held, true),
      () => stopWaiting(request, held, false),
    )
    next()
  }

  function stopWaiting(request: CheckpointRequest, held: Hold, isArchived: boolean) {
    if (waiting.get(request.path) !== held) return
    waiting.delete(request.path)
    if (isArchived) archived.push({ request, hold: held })
    else {
      held.release()
      onEnd(request, false)
    }
    next()
  }

  function post(request: CheckpointRequest, held?: Hold) {
    busy = true
    if (held) release = held.release
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
    const gone = () => {
      if (worker !== started) return
      worker = undefined
      ended()
    }
    started.on('exit', gone)
    started.on('error', (error) => {
      log.warn('The checkpoint worker failed and is started again when needed', { error })
      gone()
    })
    return started
  }

  return {
    add(request: CheckpointRequest) {
      // A checkpoint syncs, too.
      if (request.kind !== 'sync' || !requested.has(request.path)) requested.set(request.path, request)
      next()
    },
    remove(path: string) {
      requested.delete(path)
      waiting.delete(path)
      const at = archived.findIndex(({ request }) => request.path === path)
      if (at >= 0) archived.splice(at, 1)
    },
    stop() {
      void worker?.terminate()
      worker = undefined
      ended()
    },
  }
}
