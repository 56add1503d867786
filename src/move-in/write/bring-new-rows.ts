import { createContext, freshContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { MoveInOptions } from '../../kernel/move-in/move-in-step'
import { type HelperProcess, startHelperProcess } from '../../host/helper-process'
import { reopenCompany } from '../../host/restore/install-restored'
import type { Platform } from '../../platform/platform'
import { completeBook, openBook } from './import-book'
import { createMediaSource } from './media-source'
import { type Built, type MoveInProgress, notesMax } from './move-in-work'
import { placeFiles } from './place-files'
import { runSteps } from './run-steps'
import { openScratch } from './scratch'
import { moveInSteps } from './steps'

interface SecondRun {
  scratch: string
  media?: string | undefined
  companyId: CompanyId
  /** Its id in the source. */
  company: string
  source: string
  options: MoveInOptions
  signal?: AbortSignal | undefined
  progress(step: MoveInProgress): void
}

const writing = ['written', 'changed', 'merged', 'found']

/** Small enough that nobody who works in the company waits for it. */
const paceMs = 10

/** Brings the source's new rows into a company that is in use. */
export async function bringNewRows(platform: Platform, run: SecondRun): Promise<Built> {
  const helper = startHelperProcess('move-in-process')
  const stop = () => helper.stop()
  run.signal?.addEventListener('abort', stop)
  let built: Built | undefined
  try {
    built = await bring(platform, run, helper)
    return built
  } finally {
    run.signal?.removeEventListener('abort', stop)
    // Only its end surely closes the file, which is to be opened anew.
    await helper.end()
    const hasWritten = built?.tallies.some(({ outcome }) => writing.includes(outcome)) ?? true
    if (hasWritten) await reopenCompany(platform, run.companyId)
  }
}

async function bring(platform: Platform, run: SecondRun, helper: HelperProcess): Promise<Built> {
  const { scratch: path, media, companyId, company, source, options, signal, progress } = run
  const { files } = platform
  const unpin = files.pin(companyId)
  const file = files.use(companyId).sqlite.filename
  try {
    // A former one that was stopped begins anew: what it took is known by now.
    completeBook(createContext(files.use(companyId)), source, { keepOpen: true })
    const known = await helper.ask<Record<string, number>>(
      { kind: 'prune', scratch: path, file, company, source },
      (step) => progress(step as MoveInProgress),
    )
    const scratch = openScratch(path)
    try {
      const ctx = freshContext(files, companyId)()
      const walk = {
        ctx,
        scratch,
        company,
        source,
        options,
        isInUse: true,
        steps: moveInSteps,
        paceMs,
        signal,
        progress,
      }
      const book = await runSteps(walk)
      await placeFiles(walk, book, createMediaSource(media, company))
      ctx.transaction(() => {
        for (const [table, rows] of Object.entries(known)) book.tally(table, 'known', '', rows)
      })
    } finally {
      scratch.close()
    }
    const book = openBook(createContext(files.use(companyId)), source)
    const [tallies, notes] = [book.tallies(), book.notes(notesMax)]
    const check = await helper.ask<Built['check']>({ kind: 'check', scratch: path, file, source })
    completeBook(createContext(files.use(companyId)), source)
    return { tallies, notes, check }
  } finally {
    unpin()
  }
}
