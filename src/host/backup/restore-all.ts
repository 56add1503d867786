import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CommandCall, CommandRefused } from '../../command/command'
import { compose, shutdown } from '../../compose'
import type { FolderLock } from '../../kernel/company/folder-lock'
import type { Config } from '../../kernel/config/config'
import { createLog } from '../../kernel/log'
import { getCompany, listCompanyIds } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { installRestored } from '../restore/install-restored'
import { bringBack, mediaOfBackup } from './bring-back'
import { bringBackCatalog, readHostKey, type RestoreAllOptions } from './restore-catalog'
import { type Backup, findBackup, type StoredPart } from './repository'
import { restoringMarker } from './restoring-marker'
import { openSink } from './open-sink'
import type { Sink } from './sink'

export interface RestoredHost {
  /** Of the catalog. */
  atMs: number
  companies: { id: number; name: string; missingFiles: number; held: { kind: string; count: number }[] }[]
  failed: { id: number; name: string; reason: string }[]
}

/** Fills an empty data folder from a backup, and continues where it was stopped. @throws CommandRefused */
export async function restoreAll(
  config: Config,
  lock: FolderLock,
  options: RestoreAllOptions,
  call: CommandCall,
): Promise<RestoredHost> {
  const { dataDir } = config
  const isContinued = existsSync(restoringMarker(dataDir))
  if (!isContinued && existsSync(join(dataDir, 'platform.sqlite'))) {
    throw new CommandRefused(`${dataDir} holds a Recado already. Name an empty folder in DATA_DIR.`)
  }
  const sink = await openSink(options.target)
  const backup = await findBackup(sink, options.atMs)
  const key = await readHostKey(sink, options.passphrase)
  writeFileSync(restoringMarker(dataDir), '', { mode: 0o600 })
  writeFileSync(join(dataDir, 'host.key'), key, { mode: 0o600 })
  if (!existsSync(join(dataDir, 'platform.sqlite'))) await bringBackHost(dataDir, sink, backup, options)
  const platform = compose({ config: { ...config, backup: undefined }, lock: keepLock(lock), log: createLog('warn') })
  try {
    const restored = await restoreCompanies(platform, options, call)
    rmSync(restoringMarker(dataDir))
    return restored
  } finally {
    void shutdown(platform)
  }
}

/** The terminal releases it. */
const keepLock = (lock: FolderLock): FolderLock => ({ ...lock, release() {} })

async function bringBackHost(dataDir: string, sink: Sink, backup: Backup, { target, atMs }: RestoreAllOptions) {
  for (const part of backup.files) if (!part.path.endsWith('.sealed')) await bringBackPart(dataDir, sink, part)
  await bringBackCatalog(dataDir, target, atMs)
}

async function bringBackPart(dataDir: string, sink: Sink, { path, sha256 }: StoredPart) {
  const bytes = await sink.read(path)
  if (!bytes || new Bun.CryptoHasher('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${sink.name}/${path} was changed or is incomplete`)
  }
  const to = join(dataDir, path.slice('host/'.length))
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  writeFileSync(to, bytes, { mode: 0o600 })
}

async function restoreCompanies(platform: Platform, options: RestoreAllOptions, call: CommandCall) {
  const { target, atMs } = options
  const ids = listCompanyIds(platform)
  const restored: RestoredHost = { atMs: atMs ?? Date.now(), companies: [], failed: [] }
  for (const [done, companyId] of ids.entries()) {
    call.signal.throwIfAborted()
    const { name } = getCompany(platform, companyId).company
    call.progress({ what: `Company ${companyId}, ${name}`, done, of: ids.length })
    if (platform.files.exists(companyId)) continue
    const folder = join(platform.config.dataDir, 'tmp', `restore-${companyId}`)
    try {
      const found = await bringBack({ target, companyId, atMs, folder }, call)
      const { held, missingFiles } = await installRestored(platform, {
        companyId,
        folder,
        media: await mediaOfBackup(target, companyId),
        mode: 'replace',
        stateOf: new Date(found.atMs),
        signal: call.signal,
      })
      restored.companies.push({ id: companyId, name, missingFiles, held })
    } catch (error) {
      if (call.signal.aborted) throw error
      restored.failed.push({ id: companyId, name, reason: error instanceof Error ? error.message : String(error) })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return restored
}

export function restoredText({ companies, failed }: RestoredHost) {
  const lines = [
    `${companies.length} companies were restored. Start Recado; what would have gone out is held until an admin releases it.`,
  ]
  for (const { id, name, missingFiles } of companies) {
    if (missingFiles > 0) lines.push(`${name} (company ${id}) lacks ${missingFiles} files.`)
  }
  for (const { id, name, reason } of failed) lines.push(`${name} (company ${id}) could not be restored: ${reason}`)
  if (failed.length > 0) lines.push('Restore them one by one: recado restore ID --from TARGET --at … --replace')
  return lines.join('\n')
}
