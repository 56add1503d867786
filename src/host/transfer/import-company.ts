import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { showDisconnected } from '../../connection/restore-connections'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { createContext } from '../../kernel/company/company-context'
import { stagedFolder, swapFolders, syncStaged } from '../../kernel/company/folder-swap'
import { createSealer } from '../../kernel/config/host-key'
import { resealColumns } from '../../kernel/database/reseal-columns'
import { errorCode } from '../../kernel/errors'
import { pathInFolder } from '../../kernel/file/media-store'
import type { CompanyId } from '../../kernel/ids'
import { publishCompany } from '../../platform/company/company.live'
import { removeCopy } from '../../platform/company/company-copy'
import { hasCompany } from '../../platform/company/company.queries'
import { findPlanByName, insertImported, isNameTaken, startImported } from '../../platform/company/move-company'
import { audit, type Platform } from '../../platform/platform'
import { demoteSuperUsers } from '../../user/demote-super-users'
import { endAllSessions } from '../../user/session/session'
import { UnusableCopy } from '../restore/stage-files'
import { type Manifest, manifestFormat } from './manifest'
import { sealedColumns } from './sealed-columns'
import { type ReadEntry, readTransferFile } from './transfer-file'

export interface ImportOptions {
  path: string
  passphrase: string
  asId?: CompanyId
  /** Reads and checks the whole file. */
  dryRun?: boolean
  progress?(step: { what: string; done?: number; of?: number }): void
  signal?: AbortSignal
}

export interface ImportResult {
  /** Undefined after a dry run without `asId`. */
  companyId?: CompanyId
  name: string
  /** Runs here now; a copy otherwise, muted. */
  moved: boolean
  users: number
  files: number
  bytes: number
  plan: { name: string; isNew: boolean }
  isDryRun: boolean
}

const stagedName = 'import'

/** Nothing changes unless all of it is read and in order. @throws UnusableCopy */
export async function importCompany(platform: Platform, options: ImportOptions): Promise<ImportResult> {
  const { path, asId, dryRun = false } = options
  if (!existsSync(path)) throw new UnusableCopy(`There is no file ${path}.`)
  if (asId !== undefined) assertIdFree(platform, asId)
  const staged = stagedFolder(platform.config.dataDir, stagedName)
  if (existsSync(staged)) throw new UnusableCopy('Another import is under way.')
  mkdirSync(staged, { recursive: true, mode: 0o700 })
  try {
    const read = await readAll(platform, options, staged)
    const { name } = read.manifest.company
    const result = resultOf(platform, read)
    if (dryRun) return { ...result, name, isDryRun: true, ...(asId !== undefined && { companyId: asId }) }
    return { ...result, name, isDryRun: false, companyId: await install(platform, options, read.manifest, staged) }
  } catch (error) {
    if (errorCode(error) === 'ENOSPC') throw new UnusableCopy('The disk is full. Nothing was imported.')
    throw error
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

interface Read {
  manifest: Manifest
  files: number
}

async function readAll(
  platform: Platform,
  { path, passphrase, dryRun, progress, signal }: ImportOptions,
  staged: string,
) {
  let manifest: Manifest | undefined
  let files = 0
  let done = 0
  await readTransferFile(
    path,
    passphrase,
    async (entry) => {
      if (!manifest) {
        manifest = await readManifest(entry)
        await assertFits(platform, manifest)
        return
      }
      done += entry.size
      if (entry.name.startsWith('media/')) files++
      if (files % 100 === 0) progress?.({ what: 'Bytes', done, of: manifest.bytes })
      if (dryRun) return
      const target = pathOf(staged, entry.name)
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(entry.bytes()), createWriteStream(target, { mode: 0o600 }))
    },
    signal,
  )
  if (!manifest) throw new UnusableCopy('The file is empty.')
  return { manifest, files }
}

function pathOf(staged: string, name: string) {
  if (name === 'company.sqlite') return join(staged, name)
  if (name.startsWith('media/')) return pathInFolder(join(staged, 'media'), name.slice('media/'.length))
  throw new UnusableCopy(`The file holds ${name}, which this Recado does not know.`)
}

async function readManifest(entry: ReadEntry): Promise<Manifest> {
  const pieces: Buffer[] = []
  for await (const piece of entry.bytes()) pieces.push(Buffer.from(piece))
  const manifest = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Manifest
  if (entry.name !== 'manifest.json' || manifest.format > manifestFormat)
    throw new UnusableCopy(`The file was written by Recado ${manifest.recado}. Update this host first.`)
  return manifest
}

const namedMax = 5

/** Everything that stands in the way is said at once, before anything is written. */
async function assertFits(platform: Platform, { company, users, moved, bytes }: Manifest) {
  const problems: string[] = []
  if (moved && isNameTaken(platform, company.name)) problems.push(`This host has a company named ${company.name}.`)
  const taken: string[] = []
  for (const email of moved ? users : []) if (await platform.names.emails.find(email)) taken.push(email)
  if (taken.length > 0) {
    const rest = taken.length > namedMax ? ` and ${taken.length - namedMax} more` : ''
    problems.push(`People of this host have the e-mails ${taken.slice(0, namedMax).join(', ')}${rest}.`)
  }
  const { freeBytes } = platform.freeSpace.read()
  if (freeBytes < bytes * 1.05)
    problems.push(`It needs ${megabytes(bytes)} MB and ${megabytes(freeBytes)} MB are free.`)
  if (problems.length > 0) throw new UnusableCopy(`${problems.join('\n')}\nNothing was imported.`)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)

function assertIdFree(platform: Platform, id: CompanyId) {
  if (hasCompany(platform, id) || existsSync(platform.files.folderOf(id)))
    throw new UnusableCopy(`This host has a company ${id}. Name another number, or none.`)
}

function resultOf(platform: Platform, { manifest, files }: Read) {
  const { moved, users, bytes, plan } = manifest
  const isNew = findPlanByName(platform, plan.name) === undefined
  return { moved, users: users.length, files, bytes, plan: { name: plan.name, isNew } }
}

async function install(platform: Platform, { asId, signal }: ImportOptions, manifest: Manifest, staged: string) {
  const { files, config, clock } = platform
  const { id: of } = manifest.company
  await withStaged(platform, of, staged, async (handle) => {
    await resealHere(platform, handle, manifest)
    const ctx = createContext(handle)
    demoteSuperUsers(ctx)
    endAllSessions(ctx)
    if (!manifest.moved) showDisconnected(ctx)
  })
  signal?.throwIfAborted()
  const row = insertImported(platform, manifest, { id: asId, moved: manifest.moved })
  try {
    await withStaged(platform, of, staged, (handle) => files.adopt(handle, row.id))
    await syncStaged(config.dataDir, stagedName)
    swapFolders(config.dataDir, row.id, clock.now(), stagedName)
  } catch (error) {
    removeCopy(platform, row.id)
    throw error
  }
  platform.catalog.companies.forget()
  audit(platform, 'company.imported', { companyId: row.id }, { from: of, moved: manifest.moved })
  platform.fileSummaries.getNow(row.id)
  if (manifest.moved) await startImported(platform, row.id)
  publishCompany(platform, 'create', row.id)
  return row.id
}

async function withStaged(
  { files }: Platform,
  id: CompanyId,
  folder: string,
  work: (handle: CompanyHandle) => void | Promise<void>,
) {
  const handle = await files.openAside(id, folder).catch((error: Error) => {
    throw new UnusableCopy(`Its database cannot be used: ${error.message}`)
  })
  try {
    await work(handle)
  } finally {
    await files.closeAside(handle)
  }
}

async function resealHere({ hostKey }: Platform, { sqlite }: CompanyHandle, { transferKey }: Manifest) {
  const transfer = createSealer(Buffer.from(transferKey, 'base64'))
  await resealColumns(sqlite, sealedColumns, (sealed) => {
    try {
      return hostKey.seal(transfer.unseal(sealed))
    } catch {
      return undefined
    }
  })
}
