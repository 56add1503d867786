import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { excluded } from '../database/expressions'
import { statement } from '../database/statement'
import type { CompanyId } from '../ids'
import { pick } from '../typed-object.contract'
import { jobTable } from './job.tables'

export interface JobPayloads {}
export type JobKind = keyof JobPayloads

/** When each company's next job is due, kept in the catalog so that idle files stay closed. Times are ms since 1970. */
export interface JobHints {
  /** Called before the commit: a hint too early is harmless, one too late is not. */
  note(companyId: CompanyId, atMs: number): void
  replace(companyId: CompanyId, atMs: number | undefined): void
  entries(): IteratorObject<[CompanyId, number]>
  watch(listener: (companyId: CompanyId, atMs: number) => void): () => void
}

declare module '../company/company-files' {
  interface CompanyServices {
    jobHints: JobHints
  }
}

interface AnyJob<Kind extends JobKind> {
  attemptsMax: number
  /** The job checks its time itself; after the clock was set back it runs at once. */
  mayRunEarly?: boolean
  retryDelayMs?(ctx: CompanyContext, error: unknown, attempts: number): number
  retried?(ctx: CompanyContext, payload: JobPayloads[Kind], error: unknown, retryAt: Date): void
  givenUp?(ctx: CompanyContext, payload: JobPayloads[Kind], error: unknown): void
}

export interface LocalJob<Kind extends JobKind = JobKind> extends AnyJob<Kind> {
  lane?: 'local'
  /** Idempotent: it may run again after a crash. A returned time reschedules it. */
  run(ctx: CompanyContext, payload: JobPayloads[Kind]): Date | void
}

/** @throws Error once the job was aborted, so that a late response changes nothing */
export type FreshContext = () => CompanyContext

/** Waits for network or disk, and takes a fresh context after each wait. */
export interface WaitingJob<Kind extends JobKind = JobKind> extends AnyJob<Kind> {
  lane: 'waiting'
  /** While the process is busy, it begins after other jobs. */
  isBulk?: boolean
  timeLimitMs: number
  /** The signal aborts at the time limit and when the process stops. */
  run(freshContext: FreshContext, payload: JobPayloads[Kind], signal: AbortSignal): Promise<Date | void>
}

export type JobHandler<Kind extends JobKind = JobKind> = LocalJob<Kind> | WaitingJob<Kind>

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> }

interface JobOptions {
  runAt?: Date
  /**
   * At most one job with this key is pending. A newer payload replaces the older one, its time and its attempts. If one is
   * running, it runs once more afterwards, also after a failure; one given up starts again.
   */
  dedupeKey?: string
  /** The older payload includes the newer one, so it is kept. */
  keepsPayload?: boolean
}

const { kind, payload, runAt, attempts, givenUp, dedupeKey, createdAt, renewals } = jobTable

interface NewJob {
  kind: JobKind
  payload: string
  runAt: Date
  createdAt: Date
  dedupeKey: string | undefined
  keepsPayload: boolean
}

const isPending = (key: string) => and(eq(dedupeKey, key), eq(givenUp, false))

const statements = {
  insert: statement((db, job: NewJob) => {
    const restarts = sql`${givenUp} OR (${payload} <> ${excluded(payload)} AND NOT ${job.keepsPayload})`
    return db
      .insert(jobTable)
      .values(pick(job, 'kind', 'payload', 'runAt', 'createdAt', 'dedupeKey'))
      .onConflictDoUpdate({
        target: dedupeKey,
        set: {
          renewals: sql`${renewals} + 1`,
          runAt: sql`iif(${restarts}, ${excluded(runAt)}, ${runAt})`,
          createdAt: sql`iif(${restarts}, ${excluded(createdAt)}, ${createdAt})`,
          attempts: sql`iif(${restarts}, 0, ${attempts})`,
          payload: sql`iif(${job.keepsPayload}, ${payload}, ${excluded(payload)})`,
          givenUp: false,
        },
      })
  }),
  bringForward: statement((db, of: { key: string; at: Date }) =>
    db.update(jobTable).set({ runAt: of.at }).where(isPending(of.key)),
  ),
  find: statement((db, of: { key: string }) => db.select({ kind }).from(jobTable).where(isPending(of.key))),
  remove: statement((db, of: { key: string }) => db.delete(jobTable).where(eq(dedupeKey, of.key))),
}

/** Runs after the commit, when due, at least once. */
export function enqueueJob<Kind extends JobKind>(
  ctx: CompanyContext,
  kind: Kind,
  payload: JobPayloads[Kind],
  { runAt, dedupeKey, keepsPayload = false }: JobOptions = {},
) {
  // Jobs without a time are due at once, also if the clock is set back.
  const dueAt = runAt ?? new Date(0)
  ctx.company.services.jobHints.note(ctx.company.id, dueAt.getTime())
  const job = { kind, payload: JSON.stringify(payload), runAt: dueAt, createdAt: ctx.now, dedupeKey, keepsPayload }
  statements.insert.run(ctx, job)
}

export function bringJobForward(ctx: CompanyContext, dedupeKey: string) {
  const { changes } = statements.bringForward.run(ctx, { key: dedupeKey, at: ctx.now })
  if (changes > 0) ctx.company.services.jobHints.note(ctx.company.id, ctx.now.getTime())
}

export function hasJob(ctx: CompanyContext, dedupeKey: string) {
  return statements.find.get(ctx, { key: dedupeKey }) !== undefined
}

export function cancelJob(ctx: CompanyContext, dedupeKey: string) {
  statements.remove.run(ctx, { key: dedupeKey })
}
