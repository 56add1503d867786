import type { CompanyContext } from './company-context'
import { createContext } from './company-context'
import { type CompanyFiles, perCompany } from './company-files'
import type { CompanyId } from './ids'
import type { Log } from './log'
import { nextTurn } from './slices'

/** Job kind → its payload, added by each domain as for events. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface JobPayloads {}
export type JobKind = keyof JobPayloads

/** The catalog's note of when each company has work, so that an idle company's file stays closed. */
export interface JobHints {
  /** Work is due at this time (ms since 1970) or later. Called before the commit: too early is harmless, too late is not. */
  note(companyId: CompanyId, atMs: number): void
  /** What is known after the company's due work was done: the next time, or undefined. */
  replace(companyId: CompanyId, atMs: number | undefined): void
  due(nowMs: number, most: number): CompanyId[]
  nextAtMs(): number | undefined
}

export interface JobHandler<Kind extends JobKind = JobKind> {
  /** How often it may fail before it is given up and kept with its error. */
  attemptsMax: number
  /**
   * Must bear being run twice: the process may die between its work and the note that it is done. A time as answer: it is
   * run again then, as the same job; otherwise it is over.
   */
  run(ctx: CompanyContext, payload: JobPayloads[Kind]): Date | void | Promise<Date | void>
  /** Once, when it has failed for the last time: to mark what will not come any more. */
  givenUp?(ctx: CompanyContext, payload: JobPayloads[Kind]): void
}

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> }

interface JobOptions {
  runAt?: Date
  /** While a job with this key waits, another is not added. */
  dedupeKey?: string
}

const insertJob = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO job (kind, payload, run_at, dedupe_key) VALUES (?, ?, ?, ?)
     ON CONFLICT (dedupe_key) DO NOTHING`,
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

interface JobRow {
  id: number
  kind: JobKind
  payload: string
  attempts: number
}

interface JobLoopOptions {
  files: CompanyFiles
  hints: JobHints
  handlers: JobHandlers
  log: Log
  /** Jobs of one company in one turn; then the next company has its turn. */
  turnMax?: number
}

const idleCheckMs = 1000
const backOffMs = [1_000, 5_000, 30_000, 120_000, 600_000]

/** Runs due jobs, company by company in turns. A company or a job that fails stops no other. */
export function startJobLoop({ files, hints, handlers, log, turnMax = 20 }: JobLoopOptions) {
  let stopped = false
  let wake: (() => void) | undefined
  const done = loop()

  async function loop() {
    while (!stopped) {
      const due = hints.due(Date.now(), 8)
      await Promise.all(due.map(turn))
      if (due.length === 0) await sleepUntilNext()
    }
  }

  async function sleepUntilNext() {
    const next = hints.nextAtMs()
    const ms = Math.min(idleCheckMs, Math.max(1, (next ?? Infinity) - Date.now()))
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, ms)
    })
  }

  async function turn(companyId: CompanyId) {
    try {
      await runDueJobs(files, companyId, handlers, log, turnMax)
      const next = nextJobAt(files, companyId)
      hints.replace(companyId, next)
    } catch (error) {
      log.error('The jobs of a company could not be run', { company: companyId, error })
      hints.replace(companyId, Date.now() + 60_000)
    }
  }

  return {
    /** Looks for due work now rather than at the next tick. */
    wake: () => wake?.(),
    async stop() {
      stopped = true
      wake?.()
      await done
    },
  }
}

function nextJobAt(files: CompanyFiles, companyId: CompanyId) {
  const row = files
    .use(companyId)
    .sqlite.query<{ at: number | null }, []>('SELECT min(run_at) AS at FROM job WHERE given_up = 0')
    .get()
  return row?.at ?? undefined
}

/** One turn of a company: its due jobs in order of time. Public for tests and scripts. */
export async function runDueJobs(
  files: CompanyFiles,
  companyId: CompanyId,
  handlers: JobHandlers,
  log: Log,
  most: number,
) {
  const release = files.pin(companyId)
  try {
    const company = files.use(companyId)
    const nowMs = company.services.clock.now().getTime()
    const rows = company.sqlite
      .query<JobRow, [number, number]>(
        'SELECT id, kind, payload, attempts FROM job WHERE given_up = 0 AND run_at <= ? ORDER BY run_at, id LIMIT ?',
      )
      .all(nowMs, most)
    for (const row of rows) {
      await runJob(createContext(company), row, handlers, log)
      // Jobs that never wait for anything would leave nobody else a turn.
      await nextTurn()
    }
    return rows.length
  } finally {
    release()
  }
}

async function runJob(ctx: CompanyContext, row: JobRow, handlers: JobHandlers, log: Log) {
  const handler = handlers[row.kind] as JobHandler | undefined
  const { sqlite } = ctx.company
  try {
    if (!handler) throw new Error(`No handler for jobs of kind ${row.kind}`)
    const running = handler.run(ctx, JSON.parse(row.payload) as never)
    // What ends at once is noted at once: nobody may add the same job in between and lose it with this one.
    const again = running instanceof Promise ? await running : running
    if (again) sqlite.run('UPDATE job SET run_at = ?, attempts = 0 WHERE id = ?', [again.getTime(), row.id])
    else sqlite.run('DELETE FROM job WHERE id = ?', [row.id])
  } catch (error) {
    const attempts = row.attempts + 1
    const givenUp = attempts >= (handler?.attemptsMax ?? 1)
    const wait = backOffMs[Math.min(attempts, backOffMs.length) - 1] ?? 600_000
    log.warn('A job failed', { company: ctx.company.id, kind: row.kind, attempts, givenUp, error })
    const runAt = ctx.company.services.clock.now().getTime() + wait
    sqlite.run('UPDATE job SET attempts = ?, run_at = ?, given_up = ?, last_error = ? WHERE id = ?', [
      attempts,
      runAt,
      Number(givenUp),
      String(error).slice(0, 500),
      row.id,
    ])
    if (givenUp) giveUp(ctx, row, handler, log)
  }
}

function giveUp(ctx: CompanyContext, row: JobRow, handler: JobHandler | undefined, log: Log) {
  try {
    handler?.givenUp?.(createContext(ctx.company), JSON.parse(row.payload) as never)
  } catch (error) {
    log.error('Giving up a job failed', { company: ctx.company.id, kind: row.kind, error })
  }
}
