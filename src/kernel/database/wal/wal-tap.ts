import type { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { busyMs, openDatabase } from '../database'
import { readCommitted } from './read-committed'
import { checksumOf, createWalFile, frameBytes, type WalFile, type WalStart } from './wal-file'
import { createWalIndex } from './wal-index'

/** Where a file is in its history of commits. Later ones are greater by run, then by frame. */
export interface WalPosition {
  /** Names an unbroken history. Another one begins where commits may have been missed. */
  chain: string
  /** How often the log was reset since the chain began. */
  run: number
  salts: string
  /** Frames of the run. */
  frame: number
  /** Of the last frame; empty before the first. */
  checksum: string
  /** The file as the last process left it, after its last commit. */
  closed?: string
}

/** What was written between two positions: the last version of each page. */
export interface WalPart {
  name: string
  /** Where the part before it ended. A restore without that one stops there. */
  after: Pick<WalPosition, 'run' | 'frame'>
  position: WalPosition
  pageSize: number
  /** The log's header, before the first frame of a run. */
  header?: Uint8Array
  frames: Uint8Array
  /** The parts of a long transaction belong together. */
  hasMore?: true
  atMs: number
}

/** What takes the parts, in order. */
export interface WalArchive {
  /** Nothing that follows a commit leaves the process before `append` has resolved. */
  readonly holdsOutput?: true
  /** Whether it follows a file at all. */
  follows?(name: string): boolean
  /** The position after the last part of this file that it keeps, if it is known. */
  lastPosition(name: string): WalPosition | undefined
  /**
   * Resolves when a kill of the process cannot lose it, or when it is lost, which `losses` counts. One that holds output back
   * rejects instead, and takes nothing of the file afterwards.
   */
  append(part: WalPart): Promise<void>
  losses(): number
  noteClosed(name: string, position: WalPosition): void
  /** A chain needs a copy of the file from which it leads on. */
  chainBegun(name: string, position: WalPosition): void
  now(): number
}

export interface ArchiveState {
  /** When everything up to then was in the backup. */
  sentAtMs: number | undefined
  /** Why the last attempt failed. */
  error: string | undefined
  /** What waits in the data folder. */
  waitingBytes: number
}

export interface RunningArchive extends WalArchive {
  /** Folder or bucket, as the host named it. */
  readonly target: string
  state(): Readonly<ArchiveState>
  /** Files whose present chain has no copy from which it leads on. */
  withoutBase(): string[]
  noteBase(name: string, position: WalPosition): void
  /** Of a file that was deleted. */
  forget(name: string): void
  /** Returns why not everything is in the backup. */
  flush(): Promise<string | undefined>
  /** Resolves when all is kept. Call it after the files are closed. */
  stop(): Promise<void>
}

export interface Held {
  position: WalPosition
  /** What of the log is not in the file, or may not be. */
  log: { salts: string; frames: number }
  archived: Promise<void>
  /** Whether it was held until now. */
  isHeld(): boolean
  release(): void
}

export interface FileTap {
  /** Call it after commits, and before anything that could reset the log. Returns what the last part waits for. */
  collect(): Promise<void>
  /** Collects. Undefined when all of it was taken already. */
  ship(): Promise<void> | undefined
  /** Collects, and keeps the log from being reset beyond that until it is released. */
  hold(): Held
  /** Collects, and empties the log unless somebody reads from it. Returns whether it is empty. */
  empty(): boolean
  position(): WalPosition
  framesInLog(): number
  /** Frames that were committed and not collected, which may be of the same pages. Infinite when unknown. */
  framesWaiting(): number
  /** Call it before the file is closed, and what it returns afterwards. */
  end(): () => void
}

/**
 * Copies every commit of a file out of its write-ahead log. Recado is the only writer, so a commit is in the log until the
 * next checkpoint is complete and something is written after it: whoever checkpoints collects and holds before.
 */
export function tapFile(name: string, sqlite: Database, archive: WalArchive): FileTap {
  const path = sqlite.filename
  const wal = createWalFile(`${path}-wal`)
  const index = createWalIndex(`${path}-shm`)
  let reader: Database | undefined
  let holds = 0
  let written: Promise<void> = Promise.resolve()
  let untaken = 0
  const known = archive.lastPosition(name)
  let start = wal.start()
  let losses = archive.losses()
  let position = known && leadsOn(known, wal, start, path) ? { ...known, closed: undefined } : beginChain()

  function beginChain(): WalPosition {
    const begun = { ...endOf(wal, start), chain: newChain(archive.now()), run: 0 }
    archive.chainBegun(name, begun)
    return begun
  }

  function collect(): Promise<void> {
    const now = wal.start()
    if (!now) return written
    if (archive.losses() !== losses) {
      losses = archive.losses()
      start = now
      position = beginChain()
    }
    const isReset = now.salts !== position.salts
    const from = isReset ? 0 : position.frame
    const pieces = readCommitted(wal, index, now, from)
    let next = from
    for (const [piece, { count, frames }] of pieces.entries()) {
      const last = frames.length - frameBytes(now.pageSize)
      const run = isReset && next === 0 ? position.run + 1 : position.run
      const after = { run: position.run, frame: position.frame }
      position = {
        chain: position.chain,
        run,
        salts: now.salts,
        frame: next + count,
        checksum: checksumOf(frames, last),
      }
      const header = next === 0 ? { header: now.bytes } : {}
      written = archive.append({
        name,
        after,
        position,
        pageSize: now.pageSize,
        ...header,
        frames,
        ...(piece < pieces.length - 1 && { hasMore: true }),
        atMs: archive.now(),
      })
      untaken++
      written.then(
        () => untaken--,
        () => {},
      )
      next += count
    }
    start = now
    return written
  }

  function beginReading() {
    reader ??= openDatabase(path, { readonly: true })
    reader.run('BEGIN')
    // The transaction begins with the first reading.
    reader.query('PRAGMA user_version').get()
  }

  return {
    collect,
    ship() {
      const last = collect()
      return untaken > 0 ? last : undefined
    },
    hold() {
      const archived = collect()
      if (holds++ === 0) beginReading()
      let isHeld = true
      const { salts, frame } = position
      return {
        position,
        // A log of other salts has no commit yet, and all before is in the file.
        log: { salts, frames: wal.start()?.salts === salts ? frame : 0 },
        archived,
        isHeld: () => isHeld && reader !== undefined,
        release() {
          if (isHeld && --holds === 0) reader?.run('COMMIT')
          isHeld = false
        },
      }
    },
    empty() {
      void collect()
      return emptyLog(sqlite)
    },
    position: () => position,
    framesInLog: () => position.frame,
    framesWaiting() {
      const now = wal.start()
      if (!now) return 0
      const frames = index.committedFrames(wal, now) ?? Number.POSITIVE_INFINITY
      return now.salts === position.salts ? frames - position.frame : frames
    },
    end() {
      void collect()
      wal.close()
      reader?.close()
      reader = undefined
      emptyLog(sqlite)
      return () => {
        index.end()
        archive.noteClosed(name, { ...position, closed: fingerprint(path) })
      }
    },
  }
}

/** Changes with every write to the file itself. */
export function fingerprint(path: string) {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true })
  return `${ino}/${size}/${mtimeNs}`
}

/** Whether the file, which is not open, is at this position or has commits after it. */
export function continues(path: string, known: WalPosition): boolean {
  const wal = createWalFile(`${path}-wal`)
  try {
    return leadsOn(known, wal, wal.start(), path)
  } finally {
    wal.close()
  }
}

function leadsOn(known: WalPosition, wal: WalFile, start: WalStart | undefined, path: string) {
  if (start?.salts === known.salts) {
    return known.frame === 0 || wal.frame(start, known.frame - 1)?.checksum === known.checksum
  }
  return known.closed === fingerprint(path) && (start === undefined || wal.frame(start, 0) === undefined)
}

/** Closing does so only once all statements are finalized, which may be later, and would look like a write of somebody else. */
function emptyLog(sqlite: Database) {
  sqlite.run('PRAGMA busy_timeout = 0')
  const checkpoint = sqlite.prepare<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)')
  const result = checkpoint.get()
  checkpoint.finalize()
  sqlite.run(`PRAGMA busy_timeout = ${busyMs}`)
  return result?.busy === 0
}

function endOf(wal: WalFile, start: WalStart | undefined) {
  if (!start) return { salts: '', frame: 0, checksum: '' }
  let [frame, checksum] = [0, '']
  for (let index = 0; ; index++) {
    const found = wal.frame(start, index)
    if (!found) return { salts: start.salts, frame, checksum }
    if (found.pagesAfter > 0) [frame, checksum] = [index + 1, found.checksum]
  }
}

/** Later ones sort after earlier ones. */
const newChain = (atMs: number) =>
  `${atMs.toString(36).padStart(9, '0')}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
