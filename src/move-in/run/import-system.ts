import { existsSync, rmSync } from 'node:fs'
import { startHelperProcess } from '../../host/helper-process'
import { createContext } from '../../kernel/company/company-context'
import { isLive } from '../../platform/company/moved-in'
import type { Platform } from '../../platform/platform'
import { planComingSchedules } from '../../schedule/moved-schedules'
import { openRedisSessions } from '../session/redis-session'
import { type TakenSession, takeSessions } from '../session/take-sessions'
import { openScratchFile, readSummary } from '../source/scratch-file'
import type { ProblemValues } from '../source/source-problems.contract'
import { UnreadableSource } from '../source/source'
import { openBook } from '../write/import-book'
import { moveIn, sourceName } from '../write/move-in'
import type { MoveInReport } from '../write/report'
import { identityOf, importFolder } from '../../platform/company/import-folder'
import type { ReadAnswer } from './read-order'
import type { ImportPhase, OtherSystem } from './system-import.contract'

export interface SystemImport {
  system: OtherSystem
  /** A path, or `postgres://…`. */
  source: string
  media?: string | undefined
  /** Its id in the source; all companies without it. */
  company?: number | undefined
  redis?: string | undefined
  since?: Date | undefined
  dryRun: boolean
  keepSuper: boolean
  suffixEmail: boolean
}

export interface ImportStep {
  phase: ImportPhase
  what: string
  done?: number | undefined
  of?: number | undefined
}

export interface SystemImportReport extends MoveInReport {
  system: OtherSystem
  /** Without passwords. */
  source: string
  sessions: { companyId: number; lines: TakenSession[] }[]
}

interface ImportCall {
  progress(step: ImportStep): void
  signal: AbortSignal
}

/** Before the at sign of an e-mail that somebody of this host has. */
const emailSuffix = '+2'

/** Continues what was stopped. @throws UnreadableSource; whatever `signal` was aborted with */
export async function importSystem(
  platform: Platform,
  order: SystemImport,
  call: ImportCall,
): Promise<SystemImportReport> {
  const folder = importFolder(platform)
  folder.create()
  // Who mistyped its address learns it now, not after the reading.
  if (order.redis) (await openRedisSessions(order.redis)).close()
  await readOther(platform, order, call)
  const report = await moveIn(platform, {
    scratch: folder.scratch,
    media: order.media,
    companies: order.company === undefined ? undefined : [order.company],
    dryRun: order.dryRun,
    keepSuper: order.keepSuper,
    suffixEmail: order.suffixEmail ? emailSuffix : undefined,
    signal: call.signal,
    progress: (step) => call.progress({ phase: 'building', ...step }),
  })
  const sessions = order.dryRun ? [] : await takeAll(platform, order, report, call)
  const isComplete = report.companies.every(({ error }) => error === '')
  if (!order.dryRun && isComplete) folder.removeSource()
  return { ...report, system: order.system, source: withoutPassword(order.source), sessions }
}

/** Does not read again the file that a dry run has read. */
async function readOther(
  platform: Platform,
  { system, source, since }: SystemImport,
  { progress, signal }: ImportCall,
) {
  const folder = importFolder(platform)
  const identity = identityOf(source)
  const asked = identity && JSON.stringify([system, identity, since ?? null])
  if (asked && existsSync(folder.scratch) && folder.read<string>('scratch.json') === asked) return
  folder.remove('scratch.json')
  signal.throwIfAborted()
  const helper = startHelperProcess('move-in-process')
  const stop = () => helper.stop()
  const shown = (text: string) => text.replaceAll(source, withoutPassword(source))
  signal.addEventListener('abort', stop)
  try {
    const order = { kind: 'read', system, source, scratch: folder.scratch, since: since?.toISOString() }
    const answer = await helper.ask<ReadAnswer>(order, (step) =>
      progress({ phase: 'reading', ...(step as Omit<ImportStep, 'phase'>) }),
    )
    if (answer.unreadable) {
      const { code, values } = answer.unreadable
      const safe = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? shown(value) : value,
      ])
      throw new UnreadableSource(code, Object.fromEntries(safe) as ProblemValues)
    }
    if (asked) folder.write('scratch.json', asked)
  } catch (error) {
    rmSync(folder.scratch, { force: true })
    signal.throwIfAborted()
    throw error instanceof UnreadableSource ? error : new Error(shown(String(error)))
  } finally {
    signal.removeEventListener('abort', stop)
    await helper.end()
  }
}

/** What comes after a company has gone live waits for nothing any more. */
async function takeAll(
  platform: Platform,
  { redis: url }: SystemImport,
  { companies }: MoveInReport,
  call: ImportCall,
) {
  const scratch = openScratchFile(importFolder(platform).scratch)
  const redis = url ? await openRedisSessions(url) : undefined
  try {
    const { fingerprint } = readSummary(scratch)
    const taken: SystemImportReport['sessions'] = []
    for (const { id, name, companyId } of companies) {
      if (companyId === null) continue
      call.signal.throwIfAborted()
      call.progress({ phase: 'sessions', what: name })
      await platform.files.ready(companyId)
      const ctx = createContext(platform.files.use(companyId))
      const { find } = openBook(ctx, sourceName(fingerprint, id))
      const lines = await takeSessions(
        ctx,
        { scratch, redis },
        (whatsappId) => find('Whatsapps', whatsappId),
        platform.hostKey,
      )
      taken.push({ companyId, lines })
      if (isLive(platform, companyId)) ctx.transaction(() => planComingSchedules(ctx))
    }
    return taken
  } finally {
    redis?.close()
    scratch.close()
  }
}

export const withoutPassword = (source: string) => source.replace(/^(\w+:\/\/[^/@]*:)[^/]*(@[^/@]*)/, '$1…$2')
