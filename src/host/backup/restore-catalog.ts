import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused } from '../../command/command'
import { isHostKey } from '../../kernel/config/host-key'
import { unsealWithPassphrase } from '../../kernel/config/passphrase'
import { startBackupHelper } from './backup-helper'
import type { Materialized } from './materialize'
import { openSink } from './open-sink'
import { findBackup } from './repository'
import type { Sink } from './sink'

export interface RestoreAllOptions {
  /** See `openSink`. */
  target: string
  passphrase: string
  /** The latest when undefined. */
  atMs: number | undefined
}

/** Keeps what the catalog was beside it. The companies' files stay; those made since are in no catalog. @throws CommandRefused */
export async function restoreCatalog(dataDir: string, { target, passphrase, atMs }: RestoreAllOptions) {
  const sink = await openSink(target)
  await findBackup(sink, atMs)
  const key = await readHostKey(sink, passphrase)
  putKey(join(dataDir, 'host.key'), key)
  const path = join(dataDir, 'platform.sqlite')
  const kept = existsSync(path) ? `${path}.replaced-${Date.now()}` : undefined
  const restored = await bringBackCatalog(dataDir, target, atMs, kept)
  return { atMs: restored.atMs, kept }
}

/** @throws CommandRefused where another one is in use */
function putKey(path: string, key: Buffer) {
  const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (isHostKey(present) && present !== key.toString('utf8')) {
    throw new CommandRefused(`This is the backup of another host: it has another key than ${path}.`)
  }
  writeFileSync(path, key, { mode: 0o600 })
}

/** @throws CommandRefused for another passphrase */
export async function readHostKey(sink: Sink, passphrase: string) {
  const sealed = await sink.read('host/host.key.sealed')
  if (!sealed) throw new CommandRefused(`${sink.name} lacks host/host.key.sealed.`)
  const key = await unsealWithPassphrase(sealed, passphrase)
  if (!key) throw new CommandRefused('This is not the passphrase of the backup, or host/host.key.sealed was changed.')
  return key
}

/** `kept`: where the present one goes, with its log. */
export async function bringBackCatalog(dataDir: string, target: string, atMs: number | undefined, kept?: string) {
  const helper = startBackupHelper(target)
  try {
    const [path, to] = [join(dataDir, 'platform.sqlite'), join(dataDir, 'platform.sqlite.restored')]
    const order = { kind: 'materialize', name: 'platform', atMs: atMs ?? Number.MAX_SAFE_INTEGER, to } as const
    const restored = await helper.ask<Materialized>(order)
    if (kept !== undefined) {
      for (const end of ['', '-wal']) if (existsSync(path + end)) renameSync(path + end, kept + end)
    }
    rmSync(`${path}-shm`, { force: true })
    renameSync(to, path)
    return restored
  } finally {
    await helper.end()
  }
}
