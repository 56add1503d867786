import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { showDisconnected } from '../../connection/restore-connections'
import { createContext } from '../../kernel/company/company-context'
import { nextTurn } from '../../kernel/company/batches'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { stagedFolder, swapFolders, syncStaged } from '../../kernel/company/folder-swap'
import type { CompanyId } from '../../kernel/ids'
import { startCompany } from '../../platform/company/company.commands'
import { publishCompany } from '../../platform/company/company.live'
import { getCompany } from '../../platform/company/company.queries'
import { insertCopy, removeCopy } from '../../platform/company/company-copy'
import { restartCode, suspendCompany } from '../../platform/company/suspend-company'
import { audit, type Platform } from '../../platform/platform'
import type { HeldAfterRestore } from '../../restore/restore.calls'
import { restoreCompany } from '../../restore/restore-company'
import { endAllSessions } from '../../user/session/session'
import { stageFiles, type MediaSource, stageDatabase } from './stage-files'

export interface RestoreOptions {
  companyId: CompanyId
  /** Holds `company.sqlite` of any version up to ours. */
  folder: string
  /** For files that the present company no longer has; by default the folder's `media`. */
  media?: MediaSource
  mode: 'beside' | 'replace'
  /** The moment of the restored state; null when unknown. */
  stateOf: Date | null
  /** Only checks the copy. */
  dryRun?: boolean
  progress?(step: { what: string; done?: number; of?: number }): void
  signal?: AbortSignal
}

export interface RestoreResult {
  companyId: CompanyId
  name: string
  /** Where the company as it was before is kept for a week. */
  kept?: string
  held: HeldAfterRestore['held']
  /** Files that neither the company nor the copy has. */
  missingFiles: number
  isDryRun: boolean
}

/** Nothing of the company changes if it fails or is aborted. @throws Refusal ERR_NO_COMPANY_FOUND; UnusableCopy */
export async function installRestored(platform: Platform, options: RestoreOptions): Promise<RestoreResult> {
  const { companyId, mode, dryRun } = options
  const { name } = getCompany(platform, companyId).company
  const staged = stagedFolder(platform.config.dataDir, companyId)
  try {
    await stageDatabase(platform, options, staged)
    if (dryRun) {
      const missingFiles = await withStaged(platform, companyId, staged, (handle) =>
        stageFiles(platform, handle, options, staged),
      )
      return { companyId, name, held: [], missingFiles, isDryRun: true }
    }
    return await (mode === 'beside' ? installBeside : replace)(platform, options, staged)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

async function installBeside(platform: Platform, options: RestoreOptions, staged: string): Promise<RestoreResult> {
  const { files, config, clock } = platform
  const { companyId, stateOf, signal } = options
  const missingFiles = await withStaged(platform, companyId, staged, (handle) =>
    stageFiles(platform, handle, options, staged),
  )
  signal?.throwIfAborted()
  const copy = insertCopy(platform, companyId, stateOf ?? clock.now())
  try {
    await withStaged(platform, companyId, staged, (handle) => {
      const ctx = createContext(handle)
      showDisconnected(ctx)
      endAllSessions(ctx)
      files.adopt(handle, copy.id)
    })
    await syncStaged(config.dataDir, companyId)
    swapFolders(config.dataDir, copy.id, clock.now(), companyId)
  } catch (error) {
    removeCopy(platform, copy.id)
    throw error
  }
  platform.fileSummaries.getNow(copy.id)
  audit(platform, 'company.copied', { companyId: copy.id }, { of: companyId, stateOf })
  publishCompany(platform, 'create', copy.id)
  return { companyId: copy.id, name: copy.name, held: [], missingFiles, isDryRun: false }
}

async function replace(platform: Platform, options: RestoreOptions, staged: string): Promise<RestoreResult> {
  const { config, clock, catalog } = platform
  const { companyId, stateOf, signal, progress } = options
  const missingFiles = await withStaged(platform, companyId, staged, (handle) =>
    stageFiles(platform, handle, options, staged),
  )
  progress?.({ what: 'Closing the company' })
  const resume = await suspend(platform, companyId)
  try {
    signal?.throwIfAborted()
    const held = await applyRules(platform, companyId, staged, stateOf)
    signal?.throwIfAborted()
    await syncStaged(config.dataDir, companyId)
    const kept = swapFolders(config.dataDir, companyId, clock.now())
    audit(platform, 'company.restored', { companyId }, { stateOf, held })
    const { name } = getCompany(platform, companyId).company
    return { companyId, name, ...(kept && { kept }), held, missingFiles, isDryRun: false }
  } finally {
    resume()
    // A crash before this is harmless: the hint was noted before, and the summary is read again.
    catalog.jobHints.note(companyId, 0)
    await reopen(platform, companyId)
  }
}

/** The file is closed afterwards, so that its folder may be renamed. */
async function withStaged<T>(
  { files }: Platform,
  companyId: CompanyId,
  folder: string,
  work: (handle: CompanyHandle) => T | Promise<T>,
) {
  const handle = await files.openAside(companyId, folder)
  try {
    return await work(handle)
  } finally {
    await files.closeAside(handle)
  }
}

async function applyRules(platform: Platform, companyId: CompanyId, staged: string, stateOf: Date | null) {
  const today = await openPresent(platform, companyId)
  try {
    const present = today && createContext(today)
    return await withStaged(platform, companyId, staged, (handle) =>
      restoreCompany(platform, { restored: createContext(handle), present }, stateOf),
    )
  } finally {
    if (today) await platform.files.closeAside(today)
  }
}

/** Undefined when the present file is lost or damaged. */
async function openPresent({ files, log }: Platform, companyId: CompanyId) {
  const folder = files.folderOf(companyId)
  if (!existsSync(join(folder, 'company.sqlite'))) return undefined
  try {
    return await files.openAside(companyId, folder)
  } catch (error) {
    log.warn('The present file of a company cannot be read: it is replaced without it', { company: companyId, error })
    return undefined
  }
}

/** Undone when it fails. Returns its undoing. */
async function suspend(platform: Platform, companyId: CompanyId) {
  platform.catalog.jobHints.note(companyId, 0)
  try {
    return await suspendCompany(platform, companyId, { code: restartCode, reason: 'restart' })
  } catch (error) {
    await reopen(platform, companyId)
    throw error
  }
}

/** After many of its rows were written without telling those who have it open. */
export async function reopenCompany(platform: Platform, companyId: CompanyId) {
  const resume = await suspend(platform, companyId)
  resume()
  await reopen(platform, companyId)
}

async function reopen(platform: Platform, companyId: CompanyId) {
  platform.fileSummaries.forget(companyId)
  platform.catalog.companies.forget(companyId)
  await nextTurn()
  await startCompany(platform, companyId)
  await nextTurn()
  if (platform.files.exists(companyId)) publishCompany(platform, 'update', companyId)
}
