import type { CompanyFiles, CompanyHandle } from '../company/company-files'
import { Refusal } from '../errors'
import type { CompanyId } from '../ids'
import type { JobHandlers, JobHints, LocalJob, WaitingJob } from './jobs'
import type { Log } from '../log'
import {
  dueJobs,
  earliestJobMs,
  followClock,
  giveUpUnknownJobs,
  type JobRow,
  kindsOf,
  nextFutureJobMs,
  runLocalJob,
  runWaitingJob,
  setBackMs,
  stopped,
} from './run-job'
import { nextTurn } from '../company/batches'

/** Limit of concurrent waiting jobs. A company that runs none may always start one. */
export interface JobLimits {
  all: number
  perCompany: number
  perKind: number
  /** Local jobs run for a company before the next company is served. */
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
/** A changed system clock is noticed after this time. */
const idleCheckMs = 1000
/** Delay before a company whose file cannot be used is retried. */
const damagedMs = 60_000
/** Delay of a company whose file is being migrated. */
const updatingMs = 1_000
/** Time for aborted jobs to end when the process stops. */
const stopMs = 3000

/**
 * Runs the due jobs of all companies, round robin. Local jobs run one after the other; waiting jobs run concurrently within
 * the limits. A company or job that fails or hangs delays no other.
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
    let lastMs = Date.now()
    while (!stopping.signal.aborted) {
      if (Date.now() < lastMs - setBackMs) for (const companyId of future.keys()) ready.add(companyId)
      lastMs = Date.now()
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
        followClock(company, handlers)
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

  /** True when more jobs are due than fit into one turn. */
  async function runLocal(company: CompanyHandle) {
    const rows = dueJobs(company, kinds.local, limits.perTurn)
    for (const row of rows.slice(0, limits.perTurn)) {
      if (stopping.signal.aborted) return false
      runLocalJob(company, row, handlers[row.kind] as LocalJob, log)
      await nextTurn()
    }
    // A job may ask to run again at once.
    return rows.length > 0 && dueJobs(company, kinds.local, 1).length > 0
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
      // An immediate retry would loop for as long as the disk fails.
      setTimeout(() => end(companyId, row), damagedMs).unref()
    }
  }

  function end(companyId: CompanyId, { kind, id }: JobRow) {
    ready.add(companyId)
    const next = slots.free(companyId, kind, id)
    if (next !== undefined) ready.add(next)
    wake?.()
  }

  /** While jobs run the hint stays in the past, so that they are found after a crash. */
  function plan(company: CompanyHandle) {
    hints.replace(company.id, earliestJobMs(company))
    const nextMs = nextFutureJobMs(company, kinds.all)
    if (nextMs !== undefined) future.set(company.id, Math.min(nextMs, future.get(company.id) ?? Infinity))
  }

  return {
    /** Starts no more jobs and aborts the waiting ones. Resolves within `stopMs` plus one local job. */
    async stop() {
      unwatch()
      stopping.abort(stopped)
      wake?.()
      await done
      await Promise.race([Promise.all(running), Bun.sleep(stopMs)])
    },
  }
}

/** Counts running jobs and queues companies that found no free slot. */
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
    /** Returns the company that has waited longest for a slot. */
    free(companyId: CompanyId, kind: string, jobId: number): CompanyId | undefined {
      jobs.delete(`${companyId} ${jobId}`)
      change(companyId, kind, -1)
      const [next] = waiting
      if (next !== undefined) waiting.delete(next)
      return next
    },
  }
}
