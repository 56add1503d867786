import { randomBytes } from 'node:crypto'
import { refuse, required } from '../../kernel/errors'
import { publishToHost } from '../../platform/company/company.live'
import { audit, type Platform, type PlatformActor } from '../../platform/platform'
import { UnreadableSource } from '../source/source'
import { importFolder } from '../../platform/company/import-folder'
import {
  type ImportStep,
  importSystem,
  type SystemImport,
  type SystemImportReport,
  withoutPassword,
} from './import-system'
import type { SystemImportView } from './system-import.contract'

declare module '../../kernel/live/live-events.contract' {
  interface LiveEvents {
    systemImport: { action: 'update'; current: SystemImportView | null }
  }
}

interface Kept {
  view: SystemImportView
  /** Sealed, because of passwords in addresses. */
  order: string
}

interface Running {
  view: SystemImportView
  ending: AbortController
  ended: Promise<unknown>
}

const running = new WeakMap<Platform, Running>()

const stateName = 'state.json'
const reportName = 'report.json'
const publishEveryMs = 500
const keepEveryMs = 5_000

/** The one under way, or the last one. A restart has interrupted one that was. */
export function findImport(platform: Platform): SystemImportView | null {
  const now = running.get(platform)?.view
  if (now) return now
  const kept = importFolder(platform).read<Kept>(stateName)?.view
  // An earlier version kept no problem.
  return kept
    ? { ...kept, problem: kept.problem ?? null, state: kept.state === 'running' ? 'interrupted' : kept.state }
    : null
}

export const findImportReport = (platform: Platform) => importFolder(platform).read<SystemImportReport>(reportName)

export const isImportRunning = (platform: Platform) => running.has(platform)

interface RunCall {
  progress(step: ImportStep): void
  signal: AbortSignal
}

/** Ends with the import. @throws Refusal ERR_IMPORT_RUNNING; UnreadableSource */
export async function runImport(platform: Platform, actor: PlatformActor, order: SystemImport, call?: RunCall) {
  if (running.has(platform)) refuse('ERR_IMPORT_RUNNING')
  const ending = new AbortController()
  const stop = () => ending.abort()
  call?.signal.addEventListener('abort', stop)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const run: Running = { view: begun(platform, order), ending, ended }
  running.set(platform, run)
  const sealed = platform.hostKey.seal(JSON.stringify(order))
  const keep = () => importFolder(platform).write(stateName, { view: run.view, order: sealed } satisfies Kept)
  const paced = createPace(platform, run, keep)
  try {
    importFolder(platform).remove(reportName)
    keep()
    publish(platform)
    audit(platform, 'system.import', actor, { by: actor, source: run.view.source, dryRun: order.dryRun })
    const progress = (step: ImportStep) => {
      call?.progress(step)
      paced(step)
    }
    const report = await importSystem(platform, order, { progress, signal: ending.signal })
    importFolder(platform).write(reportName, report)
    run.view = { ...endedView(platform, run), state: 'done', hasReport: true }
    return report
  } catch (error) {
    if (ending.signal.aborted) run.view = { ...endedView(platform, run), state: 'canceled' }
    else run.view = { ...endedView(platform, run), state: 'failed', error: textOf(error), problem: problemOf(error) }
    throw error
  } finally {
    call?.signal.removeEventListener('abort', stop)
    keep()
    running.delete(platform)
    publish(platform)
    end()
  }
}

/** Does not wait for its end. @throws Refusal ERR_IMPORT_RUNNING */
export function startImport(platform: Platform, actor: PlatformActor, order: SystemImport): SystemImportView {
  if (running.has(platform)) refuse('ERR_IMPORT_RUNNING')
  runImport(platform, actor, order).catch((error: unknown) => {
    if (!(error instanceof UnreadableSource) && findImport(platform)?.state !== 'canceled')
      platform.log.error('An import failed', { error })
  })
  return required(findImport(platform), 'ERR_NO_IMPORT_FOUND')
}

/** Cancels the import, which may be continued. Waits until nothing of it runs. */
export async function cancelImport(platform: Platform) {
  const run = running.get(platform)
  run?.ending.abort()
  await run?.ended
}

/** Runs the last order again, which continues it. @throws Refusal ERR_NO_IMPORT_FOUND, ERR_IMPORT_RUNNING */
export function continueImport(platform: Platform, actor: PlatformActor): SystemImportView {
  return startImport(platform, actor, keptOrder(platform))
}

/** Imports what a dry run has shown. @throws Refusal ERR_NO_IMPORT_FOUND, ERR_IMPORT_RUNNING */
export function startAfterDryRun(platform: Platform, actor: PlatformActor): SystemImportView {
  return startImport(platform, actor, { ...keptOrder(platform), dryRun: false })
}

function keptOrder(platform: Platform): SystemImport {
  const { order } = required(importFolder(platform).read<Kept>(stateName), 'ERR_NO_IMPORT_FOUND')
  const given = JSON.parse(platform.hostKey.unseal(order)) as Omit<SystemImport, 'since'> & { since?: string }
  return { ...given, since: given.since === undefined ? undefined : new Date(given.since) }
}

/** @throws Refusal ERR_IMPORT_RUNNING */
export function forgetImport(platform: Platform) {
  if (running.has(platform)) refuse('ERR_IMPORT_RUNNING')
  const folder = importFolder(platform)
  for (const name of [stateName, reportName]) folder.remove(name)
  folder.removeSource()
  publish(platform)
}

function begun({ clock }: Platform, { system, source, media, dryRun }: SystemImport): SystemImportView {
  return {
    id: randomBytes(8).toString('hex'),
    system,
    source: withoutPassword(source),
    media: media ?? '',
    isDryRun: dryRun,
    state: 'running',
    phase: 'reading',
    what: '',
    done: null,
    of: null,
    error: '',
    problem: null,
    startedAt: clock.now().toISOString(),
    endedAt: null,
    hasReport: false,
  }
}

const endedView = ({ clock }: Platform, { view }: Running) => ({ ...view, endedAt: clock.now().toISOString() })

const problemOf = (error: unknown) =>
  error instanceof UnreadableSource ? { code: error.code, values: error.values } : null

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function createPace(platform: Platform, run: Running, keep: () => void) {
  let publishedMs = 0
  let keptMs = 0
  return ({ phase, what, done, of }: ImportStep) => {
    const isNewPhase = phase !== run.view.phase
    run.view = { ...run.view, phase, what, done: done ?? null, of: of ?? null }
    const nowMs = performance.now()
    if (isNewPhase || nowMs - keptMs > keepEveryMs) {
      keptMs = nowMs
      keep()
    }
    if (!isNewPhase && nowMs - publishedMs < publishEveryMs) return
    publishedMs = nowMs
    publish(platform)
  }
}

function publish(platform: Platform) {
  publishToHost(platform, { event: 'systemImport', data: { action: 'update', current: findImport(platform) } })
}
