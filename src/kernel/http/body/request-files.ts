import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const paths = new WeakMap<Blob, string>()

const folderOf = (dataDir: string) => join(dataDir, 'uploads')

export function clearRequestFiles(dataDir: string) {
  rmSync(folderOf(dataDir), { recursive: true, force: true })
}

export type RequestFiles = ReturnType<typeof createRequestFiles>

/** The files of one request, on the disk that will keep them. To keep one, link it elsewhere. */
export function createRequestFiles(dataDir: string, requireSpace = () => {}) {
  const folder = folderOf(dataDir)
  const created: string[] = []
  return {
    async create() {
      requireSpace()
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomBytes(18).toString('base64url'))
      const handle = await open(path, 'wx', 0o600)
      created.push(path)
      return {
        async write(piece: Uint8Array) {
          requireSpace()
          for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten
        },
        close: () => handle.close(),
        file(name: string, type: string) {
          const file = new File([Bun.file(path)], name, { type })
          paths.set(file, path)
          return file
        },
      }
    },
    async discard() {
      for (const path of created.splice(0)) await rm(path, { force: true })
    },
  }
}

/** False for any other file, or if the disk cannot link. */
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
