import type { CompanyFiles, CompanyHandle } from './company-files'
import { Refusal } from './errors'
import type { CompanyId } from './ids'
import type { JobHandlers, JobHints, LocalJob, WaitingJob } from './jobs'
import type { Log } from './log'
import {
  dueJobs,
  earliestJobMs,
  giveUpUnknownJobs,
  type JobRow,
  kindsOf,
  nextFutureJobMs,
  runLocalJob,
  runWaitingJob,
  stopped,
} from './run-job'
import { nextTurn } from './batches'

/** How many waiting jobs run at once. A company without any may always start one. */
export interface JobLimits {
  all: number
  perCompany: number
  perKind: number
  /** Local jobs of a company in one turn; then the next company has its turn. */
  perTurn: number
}

interface JobLoopOptions {
  files: CompanyFiles
  hints: JobHints
  handlers: JobHandlers
  log: Log
  limits?: Partial<JobLimits>
}

const defaultLimits: JobLimits = { all: 256, perCompany: 16, perKind: 8, perTurn: 20 }
/** A clock that was changed is noticed after this. */
const idleCheckMs = 1000
/** A company whose file cannot be used is tried again after this. */
const damagedMs = 60_000
/** One whose file is being brought to a new release, after this. */
const updatingMs = 1_000
/** Aborted jobs have this long to come to their end when the process stops. */
const stopMs = 3000

/**
 * Runs due jobs of all companies in turns. Local jobs run one after the other; waiting jobs run beside them, within the
 * limits, each slot refilled as it gets free. A company or a job that fails or hangs holds up no other.
 */
export function startJobLoop({ files, hints, handlers, log, limits: given }: JobLoopOptions) {
  const limits = { ...defaultLimits, ...given }
  const kinds = kindsOf(handlers)
  const ready = new Set<CompanyId>()
  const future = new Map<CompanyId, number>(hints.entries())
  const known = new WeakSet<CompanyHandle>()
  const slots = createSlots(limits)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let wake: (() => void) | undefined
  const unwatch = hints.watch(note)
  const done = loop()

  function note(companyId: CompanyId, atMs: number) {
    if (atMs <= Date.now()) ready.add(companyId)
    else if (atMs < (future.get(companyId) ?? Infinity)) future.set(companyId, atMs)
    else return
    wake?.()
  }

  async function loop() {
    while (!stopping.signal.aborted) {
      for (const [companyId, atMs] of future) if (atMs <= Date.now()) ready.add(companyId)
      const [companyId] = ready
      if (companyId === undefined) await sleep()
      else await visit(companyId)
    }
  }

  async function sleep() {
    const nextMs = Math.min(...future.values()) - Date.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, Math.min(idleCheckMs, Math.max(1, nextMs)))
    await promise
    clearTimeout(timer)
    wake = undefined
  }

  /** One turn of a company. */
  async function visit(companyId: CompanyId) {
    ready.delete(companyId)
    future.delete(companyId)
    if (!files.exists(companyId)) return hints.replace(companyId, undefined)
    try {
      const unpin = files.pin(companyId)
      try {
        const company = files.use(companyId)
        if (!known.has(company)) giveUpUnknownJobs(company, kinds.all, log)
        known.add(company)
        if (await runLocal(company)) ready.add(companyId)
        startWaiting(company)
        plan(company)
      } finally {
        unpin()
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'ERR_COMPANY_UPDATING') {
        future.set(companyId, Date.now() + updatingMs)
        return
      }
      log.error('The jobs of a company could not be run', { company: companyId, error })
      future.set(companyId, Date.now() + damagedMs)
    }
  }

  /** True when more are due than one turn takes. */
  async function runLocal(company: CompanyHandle) {
    const rows = dueJobs(company, kinds.local, limits.perTurn)
    for (const row of rows.slice(0, limits.perTurn)) {
      if (stopping.signal.aborted) return false
      runLocalJob(company, row, handlers[row.kind] as LocalJob, log)
      await nextTurn()
    }
    return rows.length >= limits.perTurn
  }

  function startWaiting(company: CompanyHandle) {
    if (stopping.signal.aborted) return
    for (const kind of kinds.waiting) {
      const most = slots.runningOf(company.id, kind) + limits.perKind
      for (const row of dueJobs(company, [kind], most)) {
        if (slots.isRunning(company.id, row.id)) continue
        if (!slots.take(company.id, kind, row.id)) break
        const run = runWaiting(company.id, row)
        running.add(run)
        void run.finally(() => running.delete(run))
      }
    }
  }

  async function runWaiting(companyId: CompanyId, row: JobRow) {
    const handler = handlers[row.kind] as WaitingJob
    try {
      await runWaitingJob({ files, companyId, row, handler, log, stop: stopping.signal })
      end(companyId, row)
    } catch (error) {
      log.error('The result of a job could not be stored', { company: companyId, kind: row.kind, error })
      // Started again at once, it would repeat its work as fast as the disk refuses it.
      setTimeout(() => end(companyId, row), damagedMs).unref()
    }
  }

  function end(companyId: CompanyId, { kind, id }: JobRow) {
    ready.add(companyId)
    const next = slots.free(companyId, kind, id)
    if (next !== undefined) ready.add(next)
    wake?.()
  }

  /** The hint stays in the past while jobs run, so that a crash finds them. */
  function plan(company: CompanyHandle) {
    hints.replace(company.id, earliestJobMs(company))
    const nextMs = nextFutureJobMs(company, kinds.all)
    if (nextMs !== undefined) future.set(company.id, Math.min(nextMs, future.get(company.id) ?? Infinity))
  }

  return {
    /** Starts nothing more, aborts what waits, and ends within `stopMs` and one local job. */
    async stop() {
      unwatch()
      stopping.abort(stopped)
      wake?.()
      await done
      await Promise.race([Promise.all(running), Bun.sleep(stopMs)])
    },
  }
}

/** Counts running jobs, and keeps in line the companies that found no free slot. */
function createSlots({ all, perCompany, perKind }: JobLimits) {
  const jobs = new Set<string>()
  const counts = new Map<string, number>()
  const waiting = new Set<CompanyId>()
  const count = (key: string) => counts.get(key) ?? 0
  const kindKey = (companyId: CompanyId, kind: string) => `${companyId} ${kind}`

  function change(companyId: CompanyId, kind: string, by: 1 | -1) {
    for (const key of [String(companyId), kindKey(companyId, kind)]) {
      if (count(key) + by === 0) counts.delete(key)
      else counts.set(key, count(key) + by)
    }
  }

  return {
    runningOf: (companyId: CompanyId, kind: string) => count(kindKey(companyId, kind)),
    isRunning: (companyId: CompanyId, jobId: number) => jobs.has(`${companyId} ${jobId}`),
    take(companyId: CompanyId, kind: string, jobId: number): boolean {
      const ofCompany = count(String(companyId))
      if (ofCompany >= perCompany || count(kindKey(companyId, kind)) >= perKind) return false
      if (jobs.size >= all && ofCompany > 0) {
        waiting.add(companyId)
        return false
      }
      jobs.add(`${companyId} ${jobId}`)
      change(companyId, kind, 1)
      return true
    },
    /** Answers the company that has waited longest for a slot. */
    free(companyId: CompanyId, kind: string, jobId: number): CompanyId | undefined {
      jobs.delete(`${companyId} ${jobId}`)
      change(companyId, kind, -1)
      const [next] = waiting
      if (next !== undefined) waiting.delete(next)
      return next
    },
  }
}
