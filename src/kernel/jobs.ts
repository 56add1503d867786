import type { CompanyContext } from './company-context'
import { perCompany } from './company-files'
import type { CompanyId } from './ids'

/** Job kind → its payload, added by each domain as for events. */
export interface JobPayloads {}
export type JobKind = keyof JobPayloads

/** The catalog's note of when each company has work, so that an idle company's file stays closed. Times are ms since 1970. */
export interface JobHints {
  /** Work is due at this time or later. Called before the commit: too early is harmless, too late is not. */
  note(companyId: CompanyId, atMs: number): void
  /** The next time after the company's due work was looked at, or undefined for none. */
  replace(companyId: CompanyId, atMs: number | undefined): void
  entries(): Iterable<[CompanyId, number]>
  /** Calls the listener at each `note`. One listener at a time; the answer ends it. */
  watch(listener: (companyId: CompanyId, atMs: number) => void): () => void
}

interface AnyJob<Kind extends JobKind> {
  /** How often it may fail before it is given up and kept with its error. */
  attemptsMax: number
  /** Called once, after the last failure: marks what will not come any more. */
  givenUp?(ctx: CompanyContext, payload: JobPayloads[Kind]): void
}

/** A job that runs at once and to its end, within a few milliseconds. */
export interface LocalJob<Kind extends JobKind = JobKind> extends AnyJob<Kind> {
  lane?: 'local'
  /** May run twice, when the process dies before the result is stored. A returned time runs the same job again then. */
  run(ctx: CompanyContext, payload: JobPayloads[Kind]): Date | void
}

/** Returns a context of now. @throws Error once the job was aborted, so that a late answer changes nothing */
export type FreshContext = () => CompanyContext

/** A job that waits for a network or a disk. It takes a fresh context after each wait. */
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
  /** While a job with this key waits, another is not added. One that runs already is run once more. */
  dedupeKey?: string
}

const insertJob = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO job (kind, payload, run_at, dedupe_key) VALUES (?, ?, ?, ?)
     ON CONFLICT (dedupe_key) DO UPDATE SET renewals = renewals + 1`,
  ),
)

/** Writes a job in the present transaction; it runs after the commit, at its time, at least once. */
export function enqueueJob<Kind extends JobKind>(
  ctx: CompanyContext,
  kind: Kind,
  payload: JobPayloads[Kind],
  options: JobOptions = {},
) {
  // What is to run at once is due whatever becomes of the clock.
  const runAtMs = options.runAt?.getTime() ?? 0
  ctx.company.services.jobHints.note(ctx.company.id, runAtMs)
  insertJob(ctx.company).run(kind, JSON.stringify(payload), runAtMs, options.dedupeKey ?? null)
}

/** Takes back a job that has not begun. */
export function cancelJob(ctx: CompanyContext, dedupeKey: string) {
  ctx.company.sqlite.run('DELETE FROM job WHERE dedupe_key = ?', [dedupeKey])
}
