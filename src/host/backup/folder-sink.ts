import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { errorCode } from '../../kernel/errors'
import type { Sink, StoredFile } from './sink'

export function folderSink(folder: string): Sink {
  const at = (path: string) => join(folder, path)

  /** Synced before it has its name: a power cut leaves a whole file or none. */
  async function place(path: string, write: (unfinished: string) => Promise<void>) {
    const unfinished = `${at(path)}.unfinished`
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
    try {
      await write(unfinished)
      const file = await open(unfinished, 'r+')
      await file.sync().finally(() => file.close())
      await rename(unfinished, at(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  return {
    name: folder,
    grows: true,
    put: (path, localFile) => place(path, (unfinished) => copyFile(localFile, unfinished)),
    write: (path, content) => place(path, (unfinished) => writeFile(unfinished, content, { mode: 0o600 })),
    async append(path, bytes, size) {
      await mkdir(dirname(at(path)), { recursive: true, mode: 0o700 })
      const file = await open(at(path), size === 0 ? 'w' : 'r+', 0o600)
      try {
        if ((await file.stat()).size < size) throw new Error(`${at(path)} became shorter`)
        await file.truncate(size)
        await file.write(bytes, 0, bytes.length, size)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async list(below) {
      const entries = await orNone(readdir(at(below), { recursive: true, withFileTypes: true }))
      const files: StoredFile[] = []
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.endsWith('.unfinished')) continue
        const path = join(entry.parentPath, entry.name)
        const found = await orNone(stat(path))
        if (found) files.push({ path: relative(folder, path), size: found.size })
      }
      return files.sort((a, b) => (a.path < b.path ? -1 : 1))
    },
    async read(path) {
      return orNone(Bun.file(at(path)).bytes())
    },
    stream: (path) => Bun.file(at(path)).stream(),
    remove: (path) => rm(at(path), { force: true }),
  }
}

async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
