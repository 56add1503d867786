import type { CompanyContext } from '../company/company-context'
import { perCompany } from '../company/company-files'
import type { CompanyId } from '../ids'

/** Job kind → payload. Domains add theirs as for events. */
export interface JobPayloads {}
export type JobKind = keyof JobPayloads

/** When each company's next job is due, kept in the catalog so that idle files stay closed. Times are ms since 1970. */
export interface JobHints {
  /** Records work due at this time. Called before the commit: a hint too early is harmless, one too late is not. */
  note(companyId: CompanyId, atMs: number): void
  /** Sets the next due time after a company's jobs were read; undefined for none. */
  replace(companyId: CompanyId, atMs: number | undefined): void
  entries(): Iterable<[CompanyId, number]>
  /** Calls the listener at each `note`. One listener at a time; the returned function removes it. */
  watch(listener: (companyId: CompanyId, atMs: number) => void): () => void
}

declare module '../company/company-files' {
  interface CompanyServices {
    jobHints: JobHints
  }
}

interface AnyJob<Kind extends JobKind> {
  /** Failures allowed before the job is given up and kept with its error. */
  attemptsMax: number
  /** The job itself checks whether its time has come. After the clock was set back it runs at once. */
  mayRunEarly?: boolean
  /** How long to wait after a failure before the next attempt; by default from a second to ten minutes. */
  retryDelayMs?(ctx: CompanyContext, error: unknown, attempts: number): number
  /** Called after a failure that is followed by another attempt. */
  retried?(ctx: CompanyContext, payload: JobPayloads[Kind], error: unknown, retryAt: Date): void
  /** Called once, after the last failure and with its error, to mark the work as failed. */
  givenUp?(ctx: CompanyContext, payload: JobPayloads[Kind], error: unknown): void
}

/** A synchronous job of a few milliseconds. */
export interface LocalJob<Kind extends JobKind = JobKind> extends AnyJob<Kind> {
  lane?: 'local'
  /** Must be idempotent: it runs again if the process dies before the result is stored. Returning a time reschedules the job. */
  run(ctx: CompanyContext, payload: JobPayloads[Kind]): Date | void
}

/** Returns a fresh context. @throws Error once the job was aborted, so that a late response changes nothing */
export type FreshContext = () => CompanyContext

/** A job that waits for network or disk. It takes a fresh context after each wait. */
export interface WaitingJob<Kind extends JobKind = JobKind> extends AnyJob<Kind> {
  lane: 'waiting'
  timeLimitMs: number
  /** As `LocalJob.run`. The signal aborts at the time limit and when the process stops. */
  run(freshContext: FreshContext, payload: JobPayloads[Kind], signal: AbortSignal): Promise<Date | void>
}

export type JobHandler<Kind extends JobKind = JobKind> = LocalJob<Kind> | WaitingJob<Kind>

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> }

interface JobOptions {
  runAt?: Date
  /**
   * At most one job with this key is pending. A newer payload replaces the older one, its time and its attempts; with an equal
   * payload the pending job stays as it is. If one is running, it runs once more afterwards, also after a failure; one given
   * up starts again.
   */
  dedupeKey?: string
  /** The older payload includes the newer one, so it is kept. */
  keepsPayload?: boolean
}

const insertJob = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO job (kind, payload, run_at, dedupe_key) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (dedupe_key) DO UPDATE SET renewals = renewals + 1,
       run_at = iif(given_up OR (payload <> ?2 AND NOT ?5), ?3, run_at),
       attempts = iif(given_up OR (payload <> ?2 AND NOT ?5), 0, attempts),
       payload = iif(?5, payload, ?2), given_up = 0`,
  ),
)

const deleteJob = perCompany(({ sqlite }) => sqlite.prepare<unknown, [string]>('DELETE FROM job WHERE dedupe_key = ?'))

/** Adds a job in the current transaction. It runs after the commit, when due, at least once. */
export function enqueueJob<Kind extends JobKind>(
  ctx: CompanyContext,
  kind: Kind,
  payload: JobPayloads[Kind],
  { runAt, dedupeKey, keepsPayload = false }: JobOptions = {},
) {
  // Jobs without a time are due at once, also if the clock is set back.
  const runAtMs = runAt?.getTime() ?? 0
  ctx.company.services.jobHints.note(ctx.company.id, runAtMs)
  insertJob(ctx.company).run(kind, JSON.stringify(payload), runAtMs, dedupeKey ?? null, Number(keepsPayload))
}

/** Makes a waiting job due now, if there is one. */
export function bringJobForward(ctx: CompanyContext, dedupeKey: string) {
  const at = ctx.now.getTime()
  const moved = ctx.company.sqlite.run('UPDATE job SET run_at = ? WHERE dedupe_key = ? AND given_up = 0', [
    at,
    dedupeKey,
  ])
  if (moved.changes > 0) ctx.company.services.jobHints.note(ctx.company.id, at)
}

const findJob = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [string]>('SELECT 1 FROM job WHERE dedupe_key = ? AND given_up = 0'),
)

/** Whether a job with this key is pending or running. */
export function hasJob(ctx: CompanyContext, dedupeKey: string) {
  return findJob(ctx.company).get(dedupeKey) !== null
}

export function cancelJob(ctx: CompanyContext, dedupeKey: string) {
  deleteJob(ctx.company).run(dedupeKey)
}
