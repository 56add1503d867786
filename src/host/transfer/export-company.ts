import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { createSealer } from '../../kernel/config/host-key'
import { resealColumns } from '../../kernel/database/reseal-columns'
import { overwriting } from '../../kernel/database/without-trace'
import { vacuumInto } from '../../kernel/database/file-work'
import { findMediaByKey } from '../../kernel/file/media-store'
import { openMedia } from '../../kernel/file/open-media'
import { listAllKeys, stayInFolder } from '../../kernel/file/restored-media'
import type { CompanyId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import { abandonMove, beginMove, endMove, readCatalogRows } from '../../platform/company/move-company'
import type { Platform } from '../../platform/platform'
import { endAllSessions } from '../../user/session/session'
import { listUsers } from '../../user/user.queries'
import { version } from '../../version'
import { UnusableCopy } from '../restore/stage-files'
import { sealedColumns } from './sealed-columns'
import { type Entry, writeTransferFile } from './transfer-file'
import type { Manifest } from './manifest'

export interface ExportOptions {
  companyId: CompanyId
  path: string
  passphrase: string
  /** Ends the company here: its lines, without log-out, and its work. */
  move: boolean
  progress?(step: { what: string; done?: number; of?: number }): void
  signal?: AbortSignal
}

export interface ExportResult {
  companyId: CompanyId
  name: string
  path: string
  bytes: number
  files: number
  missingFiles: number
  moved: boolean
}

/** @throws UnusableCopy; Refusal ERR_NO_COMPANY_FOUND, ERR_INITIAL_RECORD */
export async function exportCompany(platform: Platform, options: ExportOptions): Promise<ExportResult> {
  const { companyId, path, move } = options
  const { name, copyOf, movedAt } = getCompany(platform, companyId).company
  if (move && copyOf !== null) throw new UnusableCopy(`${name} is a copy: its lines are those of another company.`)
  if (move && movedAt !== null) throw new UnusableCopy(`${name} was moved already.`)
  if (existsSync(path)) throw new UnusableCopy(`${path} exists already. Name another file.`)
  if (!existsSync(dirname(path))) throw new UnusableCopy(`There is no folder ${dirname(path)}.`)
  await platform.files.ready(companyId)
  if (!move) return write(platform, options)
  const wasMuted = getCompany(platform, companyId).company.muted
  await beginMove(platform, companyId)
  // Nobody writes after the copy: what is written until the end of the company here would be lost.
  const unblock = platform.files.block(companyId)
  try {
    await platform.files.closeFinally(companyId)
    const result = await write(platform, options, unblock)
    await endMove(platform, companyId)
    return result
  } catch (error) {
    unblock()
    rmSync(path, { force: true })
    await abandonMove(platform, companyId, { wasMuted })
    throw error
  }
}

async function write(platform: Platform, options: ExportOptions, unblock?: () => void): Promise<ExportResult> {
  const { companyId, path, passphrase, move, progress, signal } = options
  const { config, files, clock } = platform
  mkdirSync(join(config.dataDir, 'tmp'), { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(config.dataDir, 'tmp', 'export-'))
  const transferKey = randomBytes(32)
  const counts = { files: 0, missing: 0 }
  try {
    progress?.({ what: 'Copying the database' })
    await vacuumInto(join(files.folderOf(companyId), 'company.sqlite'), join(folder, 'company.sqlite'))
    const { keys, users } = await prepareCopy(platform, companyId, folder, transferKey)
    unblock?.()
    const ctx = createContext(files.use(companyId))
    const unpin = files.pin(companyId)
    const database = join(folder, 'company.sqlite')
    const manifest: Manifest = {
      format: 1,
      recado: version,
      exportedAt: clock.now().toISOString(),
      moved: move,
      transferKey: transferKey.toString('base64'),
      users,
      bytes: statSync(database).size + keys.reduce((sum, { size }) => sum + size, 0),
      ...readCatalogRows(platform, companyId),
    }
    const entries = entriesOf(ctx, { manifest, database, keys, counts, progress })
    await writeTransferFile(path, passphrase, entries, signal).finally(unpin)
    const { name } = manifest.company
    const { files: written, missing: missingFiles } = counts
    return { companyId, name, path, bytes: statSync(path).size, files: written, missingFiles, moved: move }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepareCopy({ files, hostKey }: Platform, companyId: CompanyId, folder: string, transferKey: Buffer) {
  const handle = await files.openAside(companyId, folder)
  try {
    const transfer = createSealer(transferKey)
    await resealColumns(handle.sqlite, sealedColumns, (sealed) => {
      try {
        return transfer.seal(hostKey.unseal(sealed))
      } catch {
        return undefined
      }
    })
    overwriting(handle.sqlite, () => endAllSessions(createContext(handle)))
    const keys = listAllKeys(handle)
    stayInFolder(handle)
    const users = listUsers(createContext(handle)).map(({ email }) => email.toLowerCase())
    return { keys, users }
  } finally {
    await files.closeAside(handle)
  }
}

interface Contents {
  manifest: Manifest
  database: string
  keys: readonly { key: string; size: number }[]
  counts: { files: number; missing: number }
  progress?: ExportOptions['progress']
}

async function* entriesOf(
  ctx: CompanyContext,
  { manifest, database, keys, counts, progress }: Contents,
): AsyncGenerator<Entry> {
  yield { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) }
  yield { name: 'company.sqlite', path: database }
  for (const [index, { key }] of keys.entries()) {
    if (index % 100 === 0) progress?.({ what: 'Files', done: index, of: keys.length })
    const media = findMediaByKey(ctx, key)
    using file = media && (await openMedia(ctx, media))
    if (file) {
      yield { name: `media/${key}`, path: file.path }
      counts.files++
    } else counts.missing++
  }
}
