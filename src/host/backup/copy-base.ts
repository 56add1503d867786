import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Held } from '../../kernel/database/wal/wal-tap'
import { randomToken } from '../../kernel/ids'
import { version } from '../../version'
import type { BackupHelper } from './backup-helper'
import type { Base } from './repository'
import { basePath } from './repository'

interface CopiedFile {
  name: string
  /** Of the database. */
  path: string
  dataDir: string
  atMs: number
  /** Whether the archive of writes leads on from the copy. */
  isArchived: boolean
}

/** Copies a file as it is held, and releases it as soon as it is read. */
export async function copyBase(
  helper: BackupHelper,
  held: Held,
  { name, path, dataDir, atMs, isArchived }: CopiedFile,
) {
  const { chain, run, frame } = held.position
  const temporary = join(dataDir, 'tmp')
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  await held.archived
  const base = {
    name,
    path: basePath(name, atMs),
    atMs,
    position: isArchived ? { chain, run, frame } : undefined,
    recado: version,
  }
  // The process of a killed Recado may still be working.
  const copy = { path, to: join(temporary, `backup-${name}-${randomToken(8)}.sqlite`), ...held.log }
  return helper.ask<Base>({ kind: 'copy', copy, base }, (step) => {
    if (step.kind !== 'copied') return
    if (!held.isHeld()) throw new Error('The file was closed during the copy')
    held.release()
  })
}
