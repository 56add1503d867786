import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startBackupHelper } from '../../host/backup/backup-helper'
import { randomToken } from '../../kernel/ids'
import type { FileTap } from '../../kernel/database/wal/wal-tap'
import type { CompanyLog } from '../log/company-log'
import type { Nats } from '../nats/connect-nats'
import type { Stores } from '../nats/stores'
import { type Base, storeBase } from './bases'

interface BaseOptions {
  nats: Nats
  stores: Stores
  name: string
  dataDir: string
  tap: FileTap
  path: string
  log: CompanyLog
  /** Resolves when what was collected until now is acknowledged. */
  written(): Promise<void>
}

/** Copies an open file while others write to it, and keeps the copy. @throws Fenced; Error when the file was closed meanwhile */
export async function makeBase({ nats, stores, name, dataDir, tap, path, log, written }: BaseOptions): Promise<Base> {
  const temporary = join(dataDir, 'tmp')
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const to = join(temporary, `base-${name}-${randomToken(8)}.sqlite`)
  // What was acknowledged until now is in the file; the log leads on from there.
  const cursor = { ...log.boundary() }
  const held = tap.hold()
  const helper = startBackupHelper('')
  try {
    await written()
    const order = { kind: 'pack' as const, copy: { path, to, ...held.log }, packed: `${to}.zst` }
    const { sha256 } = await helper.ask<{ sha256: string }>(order, (step) => {
      if (step.kind !== 'copied') return
      if (!held.isHeld()) throw new Error('The file was closed during the copy')
      held.release()
    })
    const { chain, run, frame } = held.position
    const id = `${cursor.epoch}-${cursor.sequence}-${chain}-${run}-${frame}`
    return await storeBase(nats, stores, name, `${to}.zst`, {
      id,
      sha256,
      cursor,
      position: held.position,
      atMs: Date.now(),
    })
  } finally {
    held.release()
    await helper.end()
    for (const end of ['', '-wal', '-shm', '.zst']) await rm(`${to}${end}`, { force: true })
  }
}
