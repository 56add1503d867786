import { readStored } from '../database/stored-json'
import { createContext } from '../company/company-context'
import { type CompanyFiles, type CompanyHandle, perCompany } from '../company/company-files'
import type { CompanyId } from '../ids'
import type { FreshContext, JobHandler, JobHandlers, JobKind, LocalJob, WaitingJob } from './jobs'
import type { Log } from '../log'
import { nextTurn } from '../company/batches'

export interface JobRow {
  id: number
  kind: JobKind
  payload: string
  attempts: number
  renewals: number
}

const backOffMs = [1_000, 5_000, 30_000, 120_000, 600_000]

/** Abort reason when the process stops; the jobs run again at the next start. */
export const stopped = new Error('The process stops')

const dueColumns = 'id, kind, payload, attempts, renewals'

const statements = perCompany(({ sqlite }) => ({
  due: sqlite.prepare<JobRow & { runAt: number }, [string, number, number]>(
    `SELECT ${dueColumns}, run_at AS runAt FROM job WHERE kind = ? AND given_up = 0 AND run_at <= ?
     ORDER BY run_at, id LIMIT ?`,
  ),
  nextOfKind: sqlite.prepare<{ at: number | null }, [string, number]>(
    'SELECT min(run_at) AS at FROM job WHERE kind = ? AND given_up = 0 AND run_at > ?',
  ),
  next: sqlite.prepare<{ at: number | null }, []>('SELECT min(run_at) AS at FROM job WHERE given_up = 0'),
  again: sqlite.prepare<unknown, [number, number, number]>(
    'UPDATE job SET run_at = ?, attempts = 0 WHERE id = ? AND renewals = ?',
  ),
  done: sqlite.prepare<unknown, [number, number]>('DELETE FROM job WHERE id = ? AND renewals = ?'),
  // A newer payload has brought its own time.
  renewed: sqlite.prepare<unknown, [number, string, number]>(
    'UPDATE job SET run_at = max(iif(payload = ?2, 0, run_at), ?3), attempts = 0 WHERE id = ?1',
  ),
  failed: sqlite.prepare<unknown, [number, number, number, string, number, number]>(
    'UPDATE job SET attempts = ?, run_at = ?, given_up = ?, last_error = ? WHERE id = ? AND renewals = ?',
  ),
}))

const nowMsOf = (company: CompanyHandle) => company.services.clock.now().getTime()

/** Due jobs of the given kinds, a limited number of each, in order of time. */
export function dueJobs(company: CompanyHandle, kinds: readonly string[], limit: number): JobRow[] {
  const nowMs = nowMsOf(company)
  const rows = kinds.flatMap((kind) => statements(company).due.all(kind, nowMs, limit))
  return rows.sort((a, b) => a.runAt - b.runAt || a.id - b.id)
}

/** The due time of the next job that is not due yet (ms since 1970), or undefined. */
export function nextFutureJobMs(company: CompanyHandle, kinds: readonly string[]) {
  const nowMs = nowMsOf(company)
  const times = kinds.flatMap((kind) => statements(company).nextOfKind.get(kind, nowMs)?.at ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The time of the company's earliest job, running ones included, or undefined. */
export function earliestJobMs(company: CompanyHandle) {
  return statements(company).next.get()?.at ?? undefined
}

/** A smaller step back is ordinary correction of the clock. */
export const setBackMs = 1000

const lastSeen = perCompany(() => ({ nowMs: Number.POSITIVE_INFINITY }))

/**
 * Makes jobs that may run early due now if the clock was set back since the last call, or since the company was opened: they
 * would wait for as long as it went back.
 */
export function followClock(company: CompanyHandle, handlers: JobHandlers) {
  const nowMs = nowMsOf(company)
  const seen = lastSeen(company)
  const wasSetBack = nowMs < seen.nowMs - setBackMs
  seen.nowMs = nowMs
  if (!wasSetBack) return
  const kinds = Object.keys(handlers).filter((kind) => handlers[kind as JobKind].mayRunEarly)
  company.sqlite.run(
    `UPDATE job SET run_at = ?1 WHERE given_up = 0 AND run_at > ?1 AND kind IN (SELECT value FROM json_each(?2))`,
    [nowMs, JSON.stringify(kinds)],
  )
}

/** Gives up jobs of an unknown kind, such as an older version's, and keeps them with an error. */
export function giveUpUnknownJobs(company: CompanyHandle, kinds: readonly string[], log: Log) {
  const { changes } = company.sqlite.run(
    `UPDATE job SET given_up = 1, last_error = 'No handler for this kind'
     WHERE given_up = 0 AND kind NOT IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(kinds)],
  )
  if (changes > 0) log.error('Jobs without a handler were given up', { company: company.id, jobs: changes })
}

export function runLocalJob(company: CompanyHandle, row: JobRow, handler: LocalJob, log: Log) {
  try {
    const again = handler.run(createContext(company), readStored<never>(row.payload))
    if ((again as unknown) instanceof Promise)
      throw new Error(`Jobs of kind ${row.kind} wait; they need the waiting lane`)
    settle(company, row, again)
  } catch (error) {
    fail(company, row, handler, error, log)
  }
}

interface WaitingRun {
  files: CompanyFiles
  companyId: CompanyId
  row: JobRow
  handler: WaitingJob
  log: Log
  stop: AbortSignal
}

/** Runs a waiting job until it ends, times out or the process stops. Keeps the company open meanwhile. */
export async function runWaitingJob({ files, companyId, row, handler, log, stop }: WaitingRun) {
  const abort = new AbortController()
  const { signal } = abort
  const timer = setTimeout(() => abort.abort(new Error(`Aborted after ${handler.timeLimitMs} ms`)), handler.timeLimitMs)
  const onStop = () => abort.abort(stop.reason)
  stop.addEventListener('abort', onStop, { once: true })
  const freshContext: FreshContext = () => {
    signal.throwIfAborted()
    return createContext(files.use(companyId))
  }
  const unpin = files.pin(companyId)
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  try {
    const work = handler.run(freshContext, readStored<never>(row.payload), signal)
    const again = await Promise.race([work, aborted.promise])
    settle(files.use(companyId), row, again)
  } catch (error) {
    if (!stop.aborted && files.exists(companyId)) fail(files.use(companyId), row, handler, error, log)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
    unpin()
  }
}

/** Reschedules a job that was added again under its key while it ran. */
function settle(company: CompanyHandle, { id, renewals, payload }: JobRow, again: Date | void) {
  const { again: runAgain, done, renewed } = statements(company)
  const { changes } = again ? runAgain.run(again.getTime(), id, renewals) : done.run(id, renewals)
  if (changes === 0) renewed.run(id, payload, 0)
}

function fail(company: CompanyHandle, row: JobRow, handler: JobHandler, error: unknown, log: Log) {
  const attempts = row.attempts + 1
  const isLast = attempts >= handler.attemptsMax
  const ctx = createContext(company)
  const delayMs =
    handler.retryDelayMs?.(ctx, error, attempts) ?? backOffMs[Math.min(attempts, backOffMs.length) - 1] ?? 0
  const runAtMs = nowMsOf(company) + delayMs
  const { failed, renewed } = statements(company)
  const text = String(error).slice(0, 500)
  const { changes } = failed.run(attempts, runAtMs, Number(isLast), text, row.id, row.renewals)
  // What was added under its key while it ran is still to be done, and has all its attempts.
  const isRenewed = changes === 0
  const givenUp = isLast && !isRenewed
  log.warn('A job failed', { company: company.id, kind: row.kind, attempts, givenUp, error })
  if (isRenewed) return void renewed.run(row.id, row.payload, nowMsOf(company) + (backOffMs[0] ?? 0))
  try {
    if (givenUp) handler.givenUp?.(ctx, readStored<never>(row.payload), error)
    else handler.retried?.(ctx, readStored<never>(row.payload), error, new Date(runAtMs))
  } catch (problem) {
    log.error('The handling of a failed job failed', { company: company.id, kind: row.kind, error: problem })
  }
}

interface JobKinds {
  all: string[]
  local: string[]
  waiting: string[]
}

export function kindsOf(handlers: JobHandlers): JobKinds {
  const all = Object.keys(handlers)
  const isWaiting = (kind: string) => handlers[kind as JobKind].lane === 'waiting'
  return { all, local: all.filter((kind) => !isWaiting(kind)), waiting: all.filter(isWaiting) }
}

export async function runDueJobs(
  files: CompanyFiles,
  companyId: CompanyId,
  handlers: JobHandlers,
  log: Log,
  limit: number,
) {
  const unpin = files.pin(companyId)
  try {
    const company = files.use(companyId)
    const { all } = kindsOf(handlers)
    giveUpUnknownJobs(company, all, log)
    followClock(company, handlers)
    const rows = dueJobs(company, all, limit).slice(0, limit)
    for (const row of rows) {
      const handler = handlers[row.kind]
      if (handler.lane !== 'waiting') runLocalJob(company, row, handler, log)
      else await runWaitingJob({ files, companyId, row, handler, log, stop: new AbortController().signal })
      await nextTurn()
    }
    return rows.length
  } finally {
    unpin()
  }
}
