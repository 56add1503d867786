import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../kernel/errors'
import type { Platform } from '../../platform/platform'
import { importFolder } from '../../platform/company/import-folder'
import { uploadSource } from './system-import.contract'

export interface UploadState {
  id: string
  received: number
}

interface NewUpload {
  name: string
  bytes: number
  /** Milliseconds since 1970, of the file's last change. */
  changedAt: number
}

const pathOf = (platform: Platform, id: string) => join(importFolder(platform).uploads, id)

/** The same file continues where it was. An earlier other one goes: there is one import at a time. */
export function beginUpload(platform: Platform, { name, bytes, changedAt }: NewUpload): UploadState {
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify([name, bytes, changedAt]))
  const id = hash.digest('hex').slice(0, 24)
  const { freeBytes } = platform.freeSpace.read()
  const received = sizeOf(platform, id) ?? 0
  // What is read of it takes about as much again.
  if (freeBytes < (bytes - received) * 2) refuse('ERR_STORAGE_FULL')
  const { uploads } = importFolder(platform)
  if (received === 0) rmSync(uploads, { recursive: true, force: true })
  mkdirSync(uploads, { recursive: true, mode: 0o700 })
  return { id, received }
}

/** Appends a piece that begins where the upload ends; of any other it takes nothing. Returns where the next one begins. */
export async function appendPiece(platform: Platform, id: string, from: number, piece: Blob): Promise<UploadState> {
  const before = sizeOf(platform, id) ?? 0
  if (before !== from || !existsSync(importFolder(platform).uploads)) return { id, received: before }
  const file = await open(pathOf(platform, id), 'a', 0o600)
  try {
    for await (const part of piece.stream()) await file.write(part)
  } finally {
    await file.close()
  }
  return { id, received: sizeOf(platform, id) ?? 0 }
}

/** @throws Refusal ERR_INVALID_INPUT for an upload that is not there */
export function sourcePath(platform: Platform, source: string): string {
  const start = uploadSource('')
  if (!source.startsWith(start)) return source
  const id = source.slice(start.length)
  if (!/^[0-9a-f]{24}$/.test(id) || sizeOf(platform, id) === undefined)
    refuse('ERR_INVALID_INPUT', { fields: { source: 'unknown' } })
  return pathOf(platform, id)
}

const sizeOf = (platform: Platform, id: string) => statSync(pathOf(platform, id), { throwIfNoEntry: false })?.size
