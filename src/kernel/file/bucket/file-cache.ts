import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync, utimes } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurns } from '../../company/batches'
import type { FreeSpace } from '../free-space'
import { type CompanyId, randomToken } from '../../ids'
import type { Log } from '../../log'

interface FileCacheOptions {
  folder: string
  bytesMax: number
  freeSpace: Pick<FreeSpace, 'state'>
  log: Log
}

/** Emptied to this share of the limit, so that the folder is not read for each file. */
const keptShare = 0.9

interface CachedFile {
  path: string
  bytes: number
  usedMs: number
}

export type FileCache = ReturnType<typeof createFileCache>

/** Copies of files that the bucket has. The least recently used ones are deleted above the limit, except those being read. */
export function createFileCache({ folder, bytesMax, freeSpace, log }: FileCacheOptions) {
  const temporary = join(folder, 'tmp')
  const readers = new Map<string, number>()
  const fetching = new Map<string, Promise<void>>()
  let bytes: number | undefined
  let trimming: Promise<void> | undefined
  rmSync(temporary, { recursive: true, force: true })

  const folderOf = (companyId: CompanyId) => join(folder, String(companyId))
  const pathOf = (companyId: CompanyId, key: string) => join(folderOf(companyId), key.slice(0, 7), key)
  // Nothing is kept for later on a disk that is almost full.
  const limit = () => (freeSpace.state() === 'enough' ? bytesMax : 0)

  function temporaryPath() {
    mkdirSync(temporary, { recursive: true, mode: 0o700 })
    return join(temporary, randomToken(24))
  }

  async function list(): Promise<CachedFile[]> {
    const takeTurn = createTurns()
    const found: CachedFile[] = []
    for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
      await takeTurn()
      const path = join(folder, name)
      const file = await stat(path).catch(() => undefined)
      if (file?.isFile() && !path.startsWith(temporary)) found.push({ path, bytes: file.size, usedMs: file.mtimeMs })
    }
    return found
  }

  async function trim() {
    const files = await list()
    bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (bytes <= limit()) return
    for (const file of files.sort((a, b) => a.usedMs - b.usedMs)) {
      if (bytes <= limit() * keptShare) break
      if (readers.has(file.path)) continue
      await rm(file.path, { force: true })
      bytes -= file.bytes
    }
  }

  function trimSoon() {
    if (bytes !== undefined && bytes <= limit()) return undefined
    trimming ??= trim()
      .catch((error: unknown) => log.error('The cache of files could not be cleaned up', { error }))
      .finally(() => (trimming = undefined))
    return trimming
  }

  function added(path: string) {
    if (bytes !== undefined) bytes += statSync(path).size
    void trimSoon()
  }

  async function load(path: string, write: (temporaryPath: string) => Promise<void>) {
    const part = temporaryPath()
    try {
      await write(part)
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
      renameSync(part, path)
    } finally {
      await rm(part, { force: true })
    }
    added(path)
  }

  return {
    pathOf,
    /** Keeps a file from being deleted until the returned function is called. */
    hold(path: string) {
      readers.set(path, (readers.get(path) ?? 0) + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (readers.get(path) ?? 1) - 1
        if (left > 0) readers.set(path, left)
        else readers.delete(path)
        void trimSoon()
      }
    },
    noteUse(path: string) {
      const now = new Date()
      utimes(path, now, now, () => {})
    },
    /** Both names are of the same bytes then, unless they are on different disks. */
    link(from: string, path: string) {
      if (existsSync(path)) return
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
      try {
        linkSync(from, path)
      } catch {
        const part = temporaryPath()
        copyFileSync(from, part)
        renameSync(part, path)
      }
      added(path)
    },
    /** At most one at a time for a path. The file appears once it is complete. */
    async fetch(path: string, write: (temporaryPath: string) => Promise<void>) {
      if (existsSync(path)) return
      const running = fetching.get(path) ?? load(path, write).finally(() => fetching.delete(path))
      fetching.set(path, running)
      await running
    },
    drop(path: string) {
      const bytesOfIt = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      rmSync(path, { force: true })
      if (bytes !== undefined) bytes -= bytesOfIt
    },
    erase: (companyId: CompanyId) => rm(folderOf(companyId), { recursive: true, force: true }),
    settled: () => trimSoon() ?? Promise.resolve(),
  }
}
