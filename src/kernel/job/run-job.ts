import { and, eq, gt, lte, not, type SQL, sql } from 'drizzle-orm'
import { readStored } from '../untyped-json.contract'
import { createContext } from '../company/company-context'
import { type CompanyFiles, type CompanyHandle, perCompany } from '../company/company-files'
import { durable } from '../company/held-output'
import { isElsewhere } from '../company/ownership'
import { inList, stored } from '../database/expressions'
import { statement } from '../database/statement'
import type { CompanyId } from '../ids'
import type { FreshContext, JobHandler, JobHandlers, JobKind, LocalJob, WaitingJob } from './jobs'
import { spendOn } from '../company/spent-time'
import type { Log } from '../log'
import { nextTurn } from '../company/batches'
import { addMs } from '../time/clock'
import { pick } from '../typed-object.contract'
import { jobTable } from './job.tables'

const backOffMs = [1_000, 5_000, 30_000, 120_000, 600_000]

export const stopped = new Error('The process stops')

const { id, kind, payload, runAt, attempts, givenUp, renewals } = jobTable

const nextMs = sql<number | null>`min(${runAt})`

interface Run {
  id: number
  renewals: number
}

const firstKind = (after?: SQL) => sql`SELECT min(${kind}) FROM ${jobTable} WHERE ${eq(givenUp, false)} ${after}`

const isRun = (of: Run) => and(eq(id, of.id), eq(renewals, of.renewals))

interface Failure extends Run {
  attempts: number
  runAt: Date
  givenUp: boolean
  lastError: string
}

const statements = {
  due: statement((db, of: { kind: string; now: Date; max: number }) =>
    db
      .select({ id, kind: sql<JobKind>`${kind}`, payload, attempts, renewals, runAtMs: stored(runAt) })
      .from(jobTable)
      .where(and(eq(kind, of.kind), eq(givenUp, false), lte(runAt, of.now)))
      .orderBy(runAt, id)
      .limit(of.max),
  ),
  nextOfKind: statement((db, of: { kind: string; now: Date }) =>
    db
      .select({ nextMs })
      .from(jobTable)
      .where(and(eq(kind, of.kind), eq(givenUp, false), gt(runAt, of.now))),
  ),
  // One step of the index per kind that has jobs: most have none.
  firstOfKinds: statement((db) =>
    db.select({ kind: sql<JobKind>`kind`, firstMs: sql<number>`first_ms` }).from(sql`(
      WITH RECURSIVE pending (kind) AS (
        ${firstKind()} UNION ALL SELECT (${firstKind(sql`AND ${kind} > pending.kind`)}) FROM pending WHERE pending.kind IS NOT NULL
      )
      SELECT kind, (SELECT ${nextMs} FROM ${jobTable} WHERE ${kind} = pending.kind AND ${eq(givenUp, false)}) AS first_ms
      FROM pending WHERE kind IS NOT NULL
    )`),
  ),
  again: statement((db, of: Run & { runAt: Date }) =>
    db.update(jobTable).set({ runAt: of.runAt, attempts: 0 }).where(isRun(of)),
  ),
  done: statement((db, of: Run) => db.delete(jobTable).where(isRun(of))),
  // A newer payload has brought its own time.
  renewed: statement((db, of: { id: number; payload: string; from: Date }) =>
    db
      .update(jobTable)
      .set({ runAt: sql`max(iif(${payload} = ${of.payload}, 0, ${runAt}), ${of.from})`, attempts: 0 })
      .where(eq(id, of.id)),
  ),
  failed: statement((db, of: Failure) =>
    db
      .update(jobTable)
      .set(pick(of, 'attempts', 'runAt', 'givenUp', 'lastError'))
      .where(isRun(of)),
  ),
  runNow: statement((db, of: { now: Date; kinds: string[] }) =>
    db
      .update(jobTable)
      .set({ runAt: of.now })
      .where(and(eq(givenUp, false), gt(runAt, of.now), inList(kind, of.kinds))),
  ),
  giveUpOthers: statement((db, of: { kinds: readonly string[] }) =>
    db
      .update(jobTable)
      .set({ givenUp: true, lastError: 'No handler for this kind' })
      .where(and(eq(givenUp, false), not(inList(kind, of.kinds)))),
  ),
}

export type JobRow = ReturnType<typeof statements.due.all>[number]

const nowOf = (company: CompanyHandle) => company.services.clock.now()

export function firstJobs(company: CompanyHandle) {
  return new Map(statements.firstOfKinds.all(company).map(({ kind, firstMs }) => [kind, firstMs]))
}

export function dueKinds(company: CompanyHandle, kinds: readonly string[]) {
  const nowMs = nowOf(company).getTime()
  const isDue = ([kind, firstMs]: [JobKind, number]) => firstMs <= nowMs && kinds.includes(kind)
  return [...firstJobs(company)].filter(isDue).map(([kind]) => kind)
}

export function dueJobsOf(company: CompanyHandle, kind: JobKind, max: number) {
  return statements.due.all(company, { kind, now: nowOf(company), max })
}

export function dueJobs(company: CompanyHandle, kinds: readonly string[], max: number): JobRow[] {
  const rows = dueKinds(company, kinds).flatMap((kind) => dueJobsOf(company, kind, max))
  return rows.sort((a, b) => a.runAtMs - b.runAtMs || a.id - b.id)
}

export function nextJobMsAfter(company: CompanyHandle, first: ReadonlyMap<JobKind, number>, now: Date) {
  const nowMs = now.getTime()
  const times = [...first].flatMap(([kind, firstMs]) =>
    firstMs > nowMs ? firstMs : (statements.nextOfKind.get(company, { kind, now })?.nextMs ?? []),
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

export const setBackMs = 1000

const lastSeen = perCompany(() => ({ nowMs: Number.POSITIVE_INFINITY }))

/** Jobs that may run early would wait for as long as the clock went back. */
export function followClock(company: CompanyHandle, handlers: JobHandlers) {
  const now = nowOf(company)
  const nowMs = now.getTime()
  const seen = lastSeen(company)
  const wasSetBack = nowMs < seen.nowMs - setBackMs
  seen.nowMs = nowMs
  if (!wasSetBack) return
  const kinds = Object.keys(handlers).filter((kind) => handlers[kind as JobKind].mayRunEarly)
  statements.runNow.run(company, { now, kinds })
}

/** Gives up jobs of an unknown kind, such as an older version's, and keeps them with an error. */
export function giveUpUnknownJobs(company: CompanyHandle, kinds: readonly string[], log: Log) {
  const { changes } = statements.giveUpOthers.run(company, { kinds })
  if (changes > 0) log.error('Jobs without a handler were given up', { company: company.id, jobs: changes })
}

export function runLocalJob(company: CompanyHandle, row: JobRow, handler: LocalJob, log: Log) {
  try {
    const again = spendOn(company.id, () => handler.run(createContext(company), readStored<never>(row.payload)))
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

/** @throws Refusal ERR_NOT_CONFIRMED */
export async function runWaitingJob(run: WaitingRun) {
  const safe = durable(run.files.use(run.companyId))
  // What the job does outside follows from the write that enqueued it.
  if (!safe) return runAtOnce(run)
  await safe.finally(run.files.pin(run.companyId))
  if (!run.stop.aborted) return runAtOnce(run)
}

async function runAtOnce({ files, companyId, row, handler, log, stop }: WaitingRun) {
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
    const work = spendOn(companyId, () => handler.run(freshContext, readStored<never>(row.payload), signal))
    const again = await Promise.race([work, aborted.promise])
    settle(files.use(companyId), row, again)
  } catch (error) {
    if (isElsewhere(error)) return
    if (!stop.aborted && files.exists(companyId)) fail(files.use(companyId), row, handler, error, log)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
    unpin()
  }
}

/** Reschedules a job that was added again under its key while it ran. */
function settle(company: CompanyHandle, { id, renewals, payload }: JobRow, again: Date | void) {
  const run = { id, renewals }
  const { changes } = again
    ? statements.again.run(company, { ...run, runAt: again })
    : statements.done.run(company, run)
  if (changes === 0) statements.renewed.run(company, { id, payload, from: new Date(0) })
}

function fail(company: CompanyHandle, row: JobRow, handler: JobHandler, error: unknown, log: Log) {
  const attempts = row.attempts + 1
  const isLast = attempts >= handler.attemptsMax
  const ctx = createContext(company)
  const delayMs =
    handler.retryDelayMs?.(ctx, error, attempts) ?? backOffMs[Math.min(attempts, backOffMs.length) - 1] ?? 0
  const { id, renewals, payload } = row
  const runAt = addMs(nowOf(company), delayMs)
  const failure = { attempts, runAt, givenUp: isLast, lastError: String(error).slice(0, 500) }
  const { changes } = statements.failed.run(company, { id, renewals, ...failure })
  // What was added under its key while it ran is still to be done, and has all its attempts.
  const isRenewed = changes === 0
  const givenUp = isLast && !isRenewed
  log.warn('A job failed', { company: company.id, kind: row.kind, attempts, givenUp, error })
  if (isRenewed) {
    const from = addMs(nowOf(company), backOffMs[0] ?? 0)
    return void statements.renewed.run(company, { id, payload, from })
  }
  try {
    if (givenUp) handler.givenUp?.(ctx, readStored<never>(payload), error)
    else handler.retried?.(ctx, readStored<never>(payload), error, runAt)
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
