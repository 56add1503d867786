import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyAbout } from '../../kernel/company/company-files'
import { copyDatabase } from '../../kernel/database/copy-database'
import type { MoveInOptions } from '../../kernel/move-in/move-in-step'
import { doReadOrder, type ReadAnswer, type ReadOrder } from '../run/read-order'
import { checkCompany, type CompanyCheck } from './check-company.view'
import { createMediaSource } from './media-source'
import { placeFiles } from './place-files'
import { checkFile, pruneWalks } from './read-company'
import { runSteps } from './run-steps'
import { openScratch } from './scratch'
import { type Survey, surveySource } from './source-survey'
import { moveInSteps } from './steps'
import type { ImportBook } from './import-book'

export interface BuildOrder {
  kind: 'build'
  scratch: string
  media?: string | undefined
  dataDir: string
  folder: string
  /** Our company, of which a copy is filled. */
  copyOf?: { id: number; file: string } | undefined
  about: Pick<CompanyAbout, 'name' | 'timeZone' | 'language'>
  /** Its id in the source. */
  company: string
  source: string
  options: MoveInOptions
}

/** What the process beside Recado does for a move, one after the other. */
export type MoveInOrder =
  | ReadOrder
  | { kind: 'survey'; scratch: string }
  | BuildOrder
  | { kind: 'prune'; scratch: string; company: string; file: string; source: string }
  | { kind: 'check'; scratch: string; file: string; source: string }

export interface MoveInProgress {
  what: string
  done?: number
  of?: number
}

export interface Built {
  tallies: ReturnType<ImportBook['tallies']>
  notes: ReturnType<ImportBook['notes']>
  check: CompanyCheck
}

export const notesMax = 5_000
const paceMs = 250

export async function doMoveInWork(
  order: MoveInOrder,
  progress: (step: MoveInProgress) => void,
): Promise<ReadAnswer | Survey | Built | CompanyCheck | Record<string, number>> {
  if (order.kind === 'read') return doReadOrder(order, progress)
  const scratch = openScratch(order.scratch)
  try {
    if (order.kind === 'survey') return surveySource(scratch, (what) => progress({ what }))
    if (order.kind === 'prune') return pruneWalks(scratch, order.company, order)
    if (order.kind === 'check') return checkFile(scratch, order)
    return await build(order, scratch, progress)
  } finally {
    scratch.close()
  }
}

async function build(
  order: BuildOrder,
  scratch: ReturnType<typeof openScratch>,
  progress: (step: MoveInProgress) => void,
) {
  const { folder, copyOf, media, company, source, options, dataDir, about } = order
  const file = join(folder, 'company.sqlite')
  if (copyOf && !existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    copyDatabase(copyOf.file, file)
  }
  // Imported here, because reading a source needs no domains and starts in a third of the time and memory without them.
  const { withStagedCompany } = await import('./staged-company')
  return withStagedCompany({ dataDir, folder, about, ...(copyOf && { id: copyOf.id }) }, async (handle) => {
    const ctx = createContext(handle)
    const walk = {
      ctx,
      scratch,
      company,
      source,
      options,
      isInUse: copyOf !== undefined,
      steps: moveInSteps,
      paceMs,
      progress,
    }
    const book = await runSteps(walk)
    await placeFiles(walk, book, createMediaSource(media, company))
    progress({ what: 'Checking' })
    const check = checkCompany(ctx, scratch, book)
    const built: Built = { tallies: book.tallies(), notes: book.notes(notesMax), check }
    return built
  })
}
