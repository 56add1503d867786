import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createContext } from '../../kernel/company/company-context'
import { stagedFolder, swapFolders, syncStaged } from '../../kernel/company/folder-swap'
import { errorCode } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { flagOf } from '../../kernel/move-in/source-values'
import type { MoveInOptions } from '../../kernel/move-in/move-in-step'
import { type HelperProcess, startHelperProcess } from '../../host/helper-process'
import { updateCompany } from '../../platform/company/company.commands'
import { publishCompany } from '../../platform/company/company.live'
import { getCompany } from '../../platform/company/company.queries'
import { removeCopy } from '../../platform/company/company-copy'
import { type CatalogRows, insertImported, startImported } from '../../platform/company/move-company'
import { findMovedIn, noteMovedIn } from '../../platform/company/moved-in'
import { audit, type Platform } from '../../platform/platform'
import { UnreadableSource } from '../source/source'
import { bringHostRows } from './bring-host-rows'
import { bringNewRows } from './bring-new-rows'
import { catalogRowsOf } from './catalog-rows'
import { completeBook } from './import-book'
import type { Built, BuildOrder, MoveInProgress } from './move-in-work'
import { type CompanyReport, type MoveInReport, failureOf, invoiceReport, reportOf } from './report'
import type { Survey, SurveyedCompany } from './source-survey'
import { stagedId } from './staged-company'

export interface MoveInRequest {
  /** What the reading has left; see `scratch-file.ts`. */
  scratch: string
  media?: string | undefined
  /** Their ids in the source; all by default. */
  companies?: readonly number[] | undefined
  /** Builds everything in a temporary folder, and deletes it. */
  dryRun?: boolean | undefined
  keepSuper?: boolean | undefined
  suffixEmail?: string | undefined
  signal?: AbortSignal | undefined
  progress?(step: MoveInProgress): void
}

/** One for each company of an installation. */
export const sourceName = (fingerprint: string, company: string) => `${fingerprint}:${company}`

const folderName = (built: string) => new Bun.CryptoHasher('sha256').update(built).digest('hex').slice(0, 16)

/** Built here; a stopped move of the same reading continues with it. */
const importingFolder = ({ config }: Platform, name: string, dryRun: boolean) =>
  dryRun ? join(config.dataDir, 'tmp', `move-in-${name}`) : join(config.dataDir, 'companies', `${name}.importing`)

/** A company that fails leaves the others. @throws UnreadableSource; whatever `signal` was aborted with */
export async function moveIn(platform: Platform, request: MoveInRequest): Promise<MoveInReport> {
  const { scratch, companies, dryRun = false, signal, progress = () => {} } = request
  const startedAt = new Date()
  let helper = startHelperProcess('move-in-process')
  const stop = () => helper.stop()
  signal?.addEventListener('abort', stop)
  try {
    signal?.throwIfAborted()
    const survey = await helper.ask<Survey>({ kind: 'survey', scratch }, (step) => progress(step as MoveInProgress))
    const wanted = survey.companies.filter(({ id }) => !companies || companies.includes(Number(id)))
    if (wanted.length === 0) throw new UnreadableSource('companyMissing')
    const host = await bringHostRows(platform, survey.host, { media: request.media, dryRun })
    const reports: CompanyReport[] = []
    for (const company of wanted) {
      try {
        reports.push(await moveCompany(platform, request, helper, survey, company))
      } catch (error) {
        if (signal?.aborted) throw error
        platform.log.error('A company could not be moved in', { name: company.name, error })
        reports.push(failureOf(company, error))
        // It may have died of it.
        helper.stop()
        await helper.end()
        helper = startHelperProcess('move-in-process')
      }
    }
    return {
      ...summaryOf(survey, companies),
      isDryRun: dryRun,
      host,
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      companies: reports,
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await helper.end()
  }
}

function summaryOf(
  { dialect, leftOut, ownerless, unknownColumns, companies }: Survey,
  chosen: readonly number[] | undefined,
) {
  const others = companies.filter(({ id }) => chosen && !chosen.includes(Number(id))).map(({ name }) => name)
  return { dialect, leftOut, ownerless, unknownColumns, companiesLeftOut: others }
}

async function moveCompany(
  platform: Platform,
  request: MoveInRequest,
  helper: HelperProcess,
  survey: Survey,
  company: SurveyedCompany,
): Promise<CompanyReport> {
  const { media, dryRun = false, progress = () => {} } = request
  const source = sourceName(survey.fingerprint, company.id)
  const known = findMovedIn(platform, source)
  const options = await optionsOf(platform, request, company)
  const say = (step: MoveInProgress) => progress({ ...step, what: `${company.name}: ${step.what}` })
  const isActive = flagOf(company.row['status'], true)
  if (known !== undefined && !dryRun) {
    await startUnlessStarted(platform, known, source, isActive)
    const built = await bringNewRows(platform, {
      ...request,
      companyId: known,
      company: company.id,
      source,
      options,
      progress: say,
    })
    return reportOf(company, built, { companyId: known, isNew: false, name: getCompany(platform, known).company.name })
  }
  const rows = catalogRowsOf(platform, company)
  const { name, timeZone, language } = known === undefined ? rows.company : getCompany(platform, known).company
  const folder = importingFolder(platform, folderName(`${source} ${survey.reading}`), dryRun)
  const order: BuildOrder = {
    kind: 'build',
    scratch: request.scratch,
    media,
    dataDir: platform.config.dataDir,
    folder,
    copyOf:
      known === undefined ? undefined : { id: known, file: join(platform.files.folderOf(known), 'company.sqlite') },
    about: { name, timeZone, language },
    company: company.id,
    source,
    options,
  }
  try {
    if (dryRun) rmSync(folder, { recursive: true, force: true })
    const built = await helper.ask<Built>(order, (step) => say(step as MoveInProgress))
    const isNew = known === undefined
    const invoices = isNew ? invoiceReport(company, rows.invoices.length) : []
    const report = (companyId: number | null) => {
      const moved = reportOf(company, built, { companyId, isNew, name })
      return { ...moved, tables: [...invoices, ...moved.tables] }
    }
    if (dryRun) return report(known ?? null)
    requireSound(built)
    const companyId = await install(platform, { folder, source, rows, isActive })
    return report(companyId)
  } catch (error) {
    // What was canceled continues.
    if (!request.signal?.aborted) rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    if (dryRun) rmSync(folder, { recursive: true, force: true })
  }
}

async function optionsOf(
  platform: Platform,
  { keepSuper = false, suffixEmail }: MoveInRequest,
  { emails }: SurveyedCompany,
): Promise<MoveInOptions> {
  const takenEmails: string[] = []
  for (const email of emails) if (await platform.names.emails.find(email)) takenEmails.push(email)
  return { keepSuper, suffixEmail, takenEmails }
}

function requireSound({ check: { damage, orphans } }: Built) {
  if (damage !== null) throw new Error(`The new file is damaged: ${damage}`)
  if (orphans > 0) throw new Error(`${orphans} rows of the new file refer to rows that it lacks`)
}

interface Installed {
  folder: string
  source: string
  rows: CatalogRows
  isActive: boolean
}

/** A crash before the folders change places leaves nothing but the folder, which is built again. */
async function install(platform: Platform, { folder, source, rows, isActive }: Installed): Promise<CompanyId> {
  const { files, config, clock } = platform
  const staged = stagedFolder(config.dataDir, folderName(source))
  rmSync(staged, { recursive: true, force: true })
  const row = insertImported(platform, rows, { id: undefined, moved: true })
  try {
    // From here on a crash loses the folder: what is left of the build must not be continued.
    renameSync(folder, staged)
    const handle = await files.openAside(stagedId, staged)
    try {
      completeBook(createContext(handle), source)
      files.adopt(handle, row.id)
    } finally {
      await files.closeAside(handle)
    }
    await syncStaged(config.dataDir, folderName(source))
    noteMovedIn(platform, source, row.id)
    swapFolders(config.dataDir, row.id, clock.now(), folderName(source))
  } catch (error) {
    rmSync(staged, { recursive: true, force: true })
    removeCopy(platform, row.id)
    if (errorCode(error) === 'ENOSPC') throw new UnreadableSource('diskFull')
    throw error
  }
  await start(platform, row.id, source, isActive)
  return row.id
}

async function start(platform: Platform, id: CompanyId, source: string, isActive: boolean) {
  platform.catalog.companies.forget()
  audit(platform, 'company.movedIn', { companyId: id }, { source })
  platform.fileSummaries.getNow(id)
  await startImported(platform, id)
  if (!isActive) await updateCompany(platform, {}, id, { status: false })
  publishCompany(platform, 'create', id)
}

/** A crash may have come between its folder and its start. */
async function startUnlessStarted(platform: Platform, id: CompanyId, source: string, isActive: boolean) {
  const { copyOf } = getCompany(platform, id).company
  if (copyOf !== null) await start(platform, id, source, isActive)
}
