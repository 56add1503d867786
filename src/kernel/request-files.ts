import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the bytes of a file lie that came with a request. */
const paths = new WeakMap<Blob, string>()

const folderOf = (dataDir: string) => join(dataDir, 'uploads')

/** What requests left behind whose process ended before they did. For the one process that serves, at its start. */
export function clearRequestFiles(dataDir: string) {
  rmSync(folderOf(dataDir), { recursive: true, force: true })
}

export type RequestFiles = ReturnType<typeof createRequestFiles>

/** The files that come with one request, on the disk that keeps them later; whoever keeps one links it elsewhere. */
export function createRequestFiles(dataDir: string) {
  const folder = folderOf(dataDir)
  const created: string[] = []
  return {
    /** A file to be written piece by piece. */
    async create() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomBytes(18).toString('base64url'))
      const handle = await open(path, 'wx', 0o600)
      created.push(path)
      return {
        async write(piece: Uint8Array) {
          for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten
        },
        close: () => handle.close(),
        /** A file as forms have them, whose bytes are read from the disk when they are asked for. */
        file(name: string, type: string) {
          const file = new File([Bun.file(path)], name, { type })
          paths.set(file, path)
          return file
        },
      }
    },
    /** Erases what was not kept. */
    async discard() {
      for (const path of created.splice(0)) await rm(path, { force: true })
    },
  }
}

/** Gives the bytes of a request's file a second name, without copying them. False for any other file, or disk. */
export function linkRequestFile(file: Blob, path: string) {
  const from = paths.get(file)
  if (from === undefined) return false
  try {
    linkSync(from, path)
    return true
  } catch {
    return false
  }
}
