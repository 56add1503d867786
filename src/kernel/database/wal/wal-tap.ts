import type { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { busyMs, openDatabase } from '../database'
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
  /** The position after the last part of this file that it keeps, if it is known. */
  lastPosition(name: string): WalPosition | undefined
  /** Resolves when a kill of the process cannot lose it, or when it is lost, which `losses` counts. */
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
  /** Collects, and keeps the log from being reset beyond that until it is released. */
  hold(): Held
  /** Collects, and empties the log unless somebody reads from it. Returns whether it is empty. */
  empty(): boolean
  position(): WalPosition
  framesInLog(): number
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
  const known = archive.lastPosition(name)
  let start = wal.start()
  let losses = archive.losses()
  let position = known && leadsOn(known, wal, start, path) ? { ...known, closed: undefined } : beginChain()

  function beginChain(): WalPosition {
    const begun = { ...endOfLog(), chain: newChain(archive.now()), run: 0 }
    archive.chainBegun(name, begun)
    return begun
  }

  function endOfLog() {
    const { frames = 0, salts = '' } = index.committed() ?? {}
    const last = start && frames > 0 ? wal.frame(start, frames - 1) : undefined
    return last ? { salts, frame: frames, checksum: last.checksum } : { salts: '', frame: 0, checksum: '' }
  }

  function collect(): Promise<void> {
    const committed = index.committed()
    if (!committed || committed.frames === 0) return written
    if (committed.salts !== start?.salts) start = wal.start()
    if (start?.salts !== committed.salts) throw new Error(`${path}-shm does not fit its log`)
    if (archive.losses() !== losses) {
      losses = archive.losses()
      position = beginChain()
    }
    const isReset = committed.salts !== position.salts
    const from = isReset ? 0 : position.frame
    const kept = lastVersions(index.pages(from, committed.frames), from)
    for (let at = 0; at < kept.length; at += partFrames) appendPart(start, kept, at, isReset && at === 0)
    return written
  }

  function appendPart(of: WalStart, kept: readonly number[], at: number, beginsRun: boolean) {
    const indexes = kept.slice(at, at + partFrames)
    const frames = wal.chosen(of, indexes)
    const after = { run: position.run, frame: position.frame }
    position = {
      chain: position.chain,
      run: position.run + (beginsRun ? 1 : 0),
      salts: of.salts,
      frame: (indexes.at(-1) ?? 0) + 1,
      checksum: checksumOf(frames, frames.length - frameBytes(of.pageSize)),
    }
    written = archive.append({
      name,
      after,
      position,
      pageSize: of.pageSize,
      ...(beginsRun && { header: of.bytes }),
      frames,
      ...(at + partFrames < kept.length && { hasMore: true }),
      atMs: archive.now(),
    })
  }

  function beginReading() {
    reader ??= openDatabase(path, { readonly: true })
    reader.run('BEGIN')
    // The transaction begins with the first reading.
    reader.query('PRAGMA user_version').get()
  }

  return {
    collect,
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
    end() {
      void collect()
      wal.close()
      reader?.close()
      reader = undefined
      emptyLog(sqlite)
      return () => {
        index.close()
        archive.noteClosed(name, { ...position, closed: fingerprint(path) })
      }
    },
  }
}

/** About a megabyte. */
const partFrames = 256

/** Changes with every write to the file itself. */
function fingerprint(path: string) {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true })
  return `${ino}/${size}/${mtimeNs}`
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

/** The frames with the last version of each page: commits that follow one another mostly write the same ones. */
function lastVersions(pages: Uint32Array, from: number): number[] {
  const lastOf = new Map<number, number>()
  for (const [index, page] of pages.entries()) lastOf.set(page, from + index)
  return [...lastOf.values()].sort((a, b) => a - b)
}

/** Later ones sort after earlier ones. */
const newChain = (atMs: number) =>
  `${atMs.toString(36).padStart(9, '0')}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
