import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandCall, CommandRefused } from '../../command/command'
import type { CompanyHandle } from '../../kernel/company/company-files'
import type { FileCheckpoints } from '../../kernel/database/checkpoints'
import { type FileTap, tapFile, type WalArchive } from '../../kernel/database/wal/wal-tap'
import { sealWithPassphrase } from '../../kernel/config/passphrase'
import { getCompany, listCompanyIds } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { version } from '../../version'
import { startBackupHelper } from './backup-helper'
import { isBackupRunning, type LastBackup, noteBackupBegun, noteBackupEnded } from './backup-state'
import { copyBase } from './copy-base'
import type { Base, CopiedMedia } from './repository'
import { readChecked, writeChecked } from './checked-json'
import { forgetOldBackups } from './forget-old-backups'
import {
  type Backup,
  backupPath,
  claimRepository,
  listBases,
  listSegments,
  readBase,
  type StoredPart,
} from './repository'
import { noteNode } from './node-targets'
import { openSink } from './open-sink'
import type { Sink } from './sink'

export interface BackupOptions {
  /** See `openSink`. */
  target: string
  /** Seals `host.key`. */
  passphrase: string
  /** All when undefined. */
  company?: number
}

const dayMs = 24 * 60 * 60_000
/** Of writes, after which a file is copied again: a restore applies them all. */
const logBytesMin = 64 * 1024 * 1024

/** @throws CommandRefused while another one is running, and when the target is another host's */
export async function makeBackup(platform: Platform, options: BackupOptions, call: CommandCall): Promise<Backup> {
  if (isBackupRunning(platform)) throw new CommandRefused('A backup is being made already.')
  noteBackupBegun(platform)
  const beganAtMs = performance.now()
  let ended: Parameters<typeof noteBackupEnded>[1]
  const sink = await openSink(options.target)
  const helper = startBackupHelper(options.target)
  const stop = () => helper.stop()
  call.signal.addEventListener('abort', stop)
  try {
    await claimRepository(sink, platform.hostKey.hostId)
    const { backup: configured } = platform.config
    if (options.target === configured?.target) await noteNode(configured)
    const backup = await copyAll({ platform, sink, helper, options, call })
    ended = { last: lastOf(backup, performance.now() - beganAtMs) }
    return backup
  } catch (error) {
    ended = { error: error instanceof Error ? error.message : String(error) }
    throw error
  } finally {
    const isConfigured = options.target === platform.config.backup?.target && options.company === undefined
    noteBackupEnded(platform, isConfigured && !call.signal.aborted ? ended : undefined)
    call.signal.removeEventListener('abort', stop)
    await helper.end()
  }
}

function lastOf({ atMs, companies, failed, bases }: Backup, tookMs: number): LastBackup {
  const bytes = bases.reduce((sum, { size }) => sum + size, 0)
  return { atMs, tookMs: Math.round(tookMs), companies: companies.length, failed: failed.length, bytes }
}

interface Work {
  platform: Platform
  sink: Sink
  helper: ReturnType<typeof startBackupHelper>
  options: BackupOptions
  call: CommandCall
}

async function copyAll(work: Work): Promise<Backup> {
  const { platform, sink, options, call } = work
  const { catalog, files, clock } = platform
  const unfinished = await readUnfinished(work)
  const ids =
    options.company === undefined ? listCompanyIds(platform) : [getCompany(platform, options.company).company.id]
  const backup: Backup = {
    format: 1,
    recado: version,
    hostId: platform.hostKey.hostId,
    atMs: 0,
    bases: [await copyFile(work, unfinished, 'platform', catalog.sqlite, catalog.checkpoints)],
    companies: [],
    files: await copyHostFiles(work),
    failed: [],
  }
  // Those of other nodes are backed up there.
  for (const [done, id] of ids.filter(files.isOwned).entries()) {
    call.signal.throwIfAborted()
    const { name } = getCompany(platform, id).company
    call.progress({ what: `Company ${id}, ${name}`, done, of: ids.length })
    try {
      const { sqlite, checkpoints } = await files.ready(id)
      const unpin = files.pin(id)
      const base = await copyFile(work, unfinished, String(id), sqlite, checkpoints).finally(unpin)
      const media = await copyMedia(work, id)
      backup.bases.push(base)
      backup.companies.push({ id, name, media })
    } catch (error) {
      if (call.signal.aborted) throw error
      platform.log.error('A company could not be backed up', { company: id, error })
      backup.failed.push({ company: id, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const waiting = await archiveOf(work)?.flush()
  if (waiting !== undefined) throw new Error(waiting)
  backup.atMs = clock.now().getTime()
  await writeChecked(sink, backupPath(backup.atMs), backup)
  await sink.remove(unfinishedPath)
  if (archiveOf(work)) await forgetOldBackups(sink, ['platform', ...ids.map(String)], backup.atMs)
  return backup
}

const archiveOf = ({ platform, options }: Pick<Work, 'platform' | 'options'>) =>
  platform.archive?.target === options.target ? platform.archive : undefined

/** Copies the file, unless the archive leads on from an earlier copy. */
async function copyFile(
  work: Work,
  unfinished: Unfinished,
  name: string,
  sqlite: CompanyHandle['sqlite'],
  checkpoints: FileCheckpoints,
) {
  const archive = archiveOf(work)
  const tap = archive ? checkpoints.tap : undefined
  const known = tap ? await findUsableBase(work, name, tap) : unfinished.bases[name]
  if (known) return known
  const single = tap ?? tapFile(name, sqlite, withoutArchive)
  const held = single.hold()
  try {
    const { helper, platform } = work
    const { config, clock } = platform
    const from = { name, path: sqlite.filename, dataDir: config.dataDir, atMs: clock.now().getTime() }
    const base = await copyBase(helper, held, { ...from, isArchived: tap !== undefined })
    if (tap) archive?.noteBase(name, held.position)
    else await noteFinished(work, unfinished, base)
    return base
  } finally {
    held.release()
    if (!tap) single.end()()
  }
}

/** Of the same history, younger than a day and with not too many writes since. */
async function findUsableBase({ platform, sink }: Work, name: string, tap: FileTap): Promise<Base | undefined> {
  const last = (await listBases(sink, name)).at(-1)
  const base = last && (await readBase(sink, last.path))
  const { chain } = tap.position()
  if (!base || base.position?.chain !== chain) return undefined
  if (platform.clock.now().getTime() - base.atMs > dayMs) return undefined
  const since = (await listSegments(sink, name)).filter(
    (segment) => segment.chain === chain && segment.beganAtMs >= base.atMs,
  )
  const bytes = since.reduce((sum, { size }) => sum + size, 0)
  return bytes > Math.max(logBytesMin, base.size) ? undefined : base
}

const withoutArchive: WalArchive = {
  lastPosition: () => undefined,
  append: async () => {},
  noteClosed() {},
  chainBegun() {},
  losses: () => 0,
  now: Date.now,
}

function copyMedia({ platform, helper, call }: Work, id: number) {
  const folder = join(platform.files.folderOf(id), 'media')
  return helper.ask<CopiedMedia>({ kind: 'media', company: id, folder }, (step) => {
    if (step.kind === 'files') call.progress({ what: `Files of company ${id}`, done: step.done, of: step.of })
  })
}

/** The key, sealed, and pictures of the platform. */
async function copyHostFiles({ platform, helper, options }: Work): Promise<StoredPart[]> {
  const { dataDir } = platform.config
  const sealed = join(dataDir, 'tmp', 'host.key.sealed')
  mkdirSync(join(dataDir, 'tmp'), { recursive: true, mode: 0o700 })
  writeFileSync(sealed, await sealWithPassphrase(readFileSync(join(dataDir, 'host.key')), options.passphrase), {
    mode: 0o600,
  })
  const pictures = ['branding', 'announcements'].flatMap((folder) =>
    existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder)).map((name) => join(folder, name)) : [],
  )
  const local = [{ path: 'host/host.key.sealed', local: sealed }]
  const all = [...local, ...pictures.map((path) => ({ path: `host/${path}`, local: join(dataDir, path) }))]
  const stored: StoredPart[] = []
  for (const file of all) stored.push(await helper.ask<StoredPart>({ kind: 'file', ...file }))
  return stored
}

/** What a stopped backup without an archive has copied. */
interface Unfinished {
  beganAtMs: number
  bases: Record<string, Base>
}

const unfinishedPath = 'unfinished.json'

async function readUnfinished({ platform, sink, options }: Work): Promise<Unfinished> {
  const nowMs = platform.clock.now().getTime()
  const found = options.company === undefined ? await readChecked<Unfinished>(sink, unfinishedPath) : undefined
  return found && nowMs - found.beganAtMs < dayMs ? found : { beganAtMs: nowMs, bases: {} }
}

async function noteFinished({ sink, options }: Work, unfinished: Unfinished, base: Base) {
  unfinished.bases[base.name] = base
  if (options.company === undefined) await writeChecked(sink, unfinishedPath, unfinished)
}
