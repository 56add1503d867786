import { closeSync, fsync, openSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SegmentRecord } from '../../host/backup/segment'
import { applyFrames } from '../../kernel/database/wal/copy-database'
import type { WalPosition } from '../../kernel/database/wal/wal-tap'
import { createAssembler } from '../log/assemble-parts'
import { lastSequence, readLog } from '../log/log-messages'
import { type LogCursor, LogGap } from '../log/log-rule'
import type { Nats } from '../nats/connect-nats'
import { fetchBase, newestBase } from './bases'

/** What a copy has of the log. */
export interface CopyState {
  cursor: LogCursor
  position: WalPosition
}

interface FileCopyOptions {
  nats: Nats
  name: string
  /** Of this copy alone. */
  folder: string
}

const sync = promisify(fsync)
/** A server may be seconds behind. */
const reloadsMax = 50
const behindMs = 100

/** A closed file that follows a company's log. A kill at any moment is mended by applying the same again. */
export function createFileCopy({ nats, name, folder }: FileCopyOptions) {
  /** One after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const [path, statePath] = [join(folder, 'copy.sqlite'), join(folder, 'copy.json')]

  async function begin(): Promise<CopyState | undefined> {
    const base = await newestBase(nats, name)
    return base && { cursor: base.cursor, position: base.position }
  }

  async function load(): Promise<CopyState | undefined> {
    const base = await newestBase(nats, name)
    if (!base) return undefined
    await rm(statePath, { force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await fetchBase(nats, name, base, path)
    return { cursor: base.cursor, position: base.position }
  }

  const known = () =>
    readFile(statePath, 'utf8').then(
      (text) => JSON.parse(text) as CopyState,
      () => undefined,
    )

  async function keep(state: CopyState) {
    const temporary = `${statePath}.new`
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600 })
    await rename(temporary, statePath)
  }

  /** Gives `write` what the state does not have. */
  async function walk(from: CopyState, upTo: number, write: (part: SegmentRecord) => void): Promise<CopyState> {
    const state = { ...from }
    const cursor = { ...from.cursor }
    const assembler = createAssembler()
    for await (const message of readLog(nats, name, cursor, upTo)) {
      for (const part of assembler.take(message)) {
        if (!(await leadsOn(state, part))) continue
        write(part)
        state.position = part.position
      }
      if (assembler.isWhole()) state.cursor = { ...cursor }
    }
    if (assembler.isWhole()) state.cursor = { ...cursor }
    return state
  }

  async function leadsOn(state: CopyState, { position, after }: SegmentRecord) {
    const { chain, run, frame } = state.position
    if (position.chain !== chain) {
      // Before its base is kept nothing of a chain is acknowledged, so that it may be left out.
      if ((await newestBase(nats, name))?.position.chain === position.chain) throw new LogGap('Another chain began')
      return false
    }
    if (position.run < run || (position.run === run && position.frame <= frame)) return false
    if (after.run !== run || after.frame !== frame) throw new Error(`Writes of ${name} are missing in its log`)
    return true
  }

  async function apply(from: CopyState, upTo: number) {
    const file = openSync(path, 'r+')
    try {
      const state = await walk(from, upTo, ({ frames, pageSize }) => applyFrames(file, frames, pageSize))
      await sync(file)
      await keep(state)
      return state
    } finally {
      closeSync(file)
    }
  }

  /** Begins with a newer base where the log was purged beyond what is there. */
  async function beginning<T>(
    known: CopyState | undefined,
    begin: () => Promise<CopyState | undefined>,
    go: (state: CopyState) => Promise<T>,
  ) {
    let state = known
    for (let reloads = 0; ; reloads++) {
      try {
        state ??= await begin()
        return state && (await go(state))
      } catch (error) {
        if (!(error instanceof LogGap) || reloads === reloadsMax) throw error
        await Bun.sleep(behindMs)
        state = undefined
      }
    }
  }

  const remove = () => rm(folder, { recursive: true, force: true })

  return {
    /** Applies the log up to that message; by default, to the last one there is now. Undefined while there is no base to apply it to. */
    follow(upTo?: number): Promise<CopyState | undefined> {
      const followed = last.then(async () => {
        // Not to an end that moves on while others write.
        const end = upTo ?? (await lastSequence(nats, name))
        return beginning(await known(), load, (state) => apply(state, end))
      })
      last = followed.catch(() => {})
      return followed
    },
    /** Where the log ends, without applying it. */
    lastPosition: (upTo: number): Promise<WalPosition | undefined> =>
      beginning(undefined, begin, async (state) => (await walk(state, upTo, () => {})).position),
    known,
    /** In place of a closed file. Who follows later begins with a base, so that nothing is applied to a file that others open. */
    placeAt(to: string) {
      const placed = last.then(async () => {
        await mkdir(dirname(to), { recursive: true, mode: 0o700 })
        for (const end of ['-wal', '-shm', '']) await rm(`${to}${end}`, { force: true })
        await rename(path, to)
        await remove()
      })
      last = placed.catch(() => {})
      return placed
    },
    remove,
  }
}

export type FileCopy = ReturnType<typeof createFileCopy>
