import type { CompanyFiles, CompanyHandle } from '../company/company-files'
import { requireWritable } from '../company/held-output'
import { isElsewhere } from '../company/ownership'
import { type ErrorCode, Refusal } from '../errors'
import type { CompanyId } from '../ids'
import type { JobHandlers, JobHints, LocalJob } from './jobs'
import type { Log } from '../log'
import {
  dueJobs,
  dueKinds,
  firstJobs,
  followClock,
  giveUpUnknownJobs,
  kindsOf,
  nextJobMsAfter,
  runLocalJob,
  stopped,
  setBackMs,
} from './run-job'
import { createWaitingJobs, type SlotLimits } from './waiting-jobs'
import { nextTurn } from '../company/batches'
import type { Clock } from '../time/clock'

export interface JobLimits extends SlotLimits {
  perTurn: number
}

interface JobLoopOptions {
  files: CompanyFiles
  hints: JobHints
  handlers: JobHandlers
  log: Log
  limits?: Partial<JobLimits>
  /** Its jobs wait until its hint is noted again. */
  isMuted?: (companyId: CompanyId) => boolean
}

const defaultLimits: JobLimits = { all: 256, perCompany: 16, perKind: 8, perTurn: 20 }
const damagedMs = 60_000
const updatingMs = 1_000
const stopMs = 3000
const waitsFor: ReadonlySet<ErrorCode> = new Set(['ERR_COMPANY_UPDATING', 'ERR_READ_ONLY'])

/** Round robin. Local jobs run one after the other, waiting jobs concurrently. A company or job that hangs delays no other. */
export function startJobLoop({ files, hints, handlers, log, limits: given, isMuted }: JobLoopOptions) {
  const limits = { ...defaultLimits, ...given }
  const kinds = kindsOf(handlers)
  const unknownJobs = createUnknownJobs(kinds.all, log)
  const stopping = new AbortController()
  const due = createDueCompanies(hints, files.clock)
  const localJobs = createLocalJobs({ handlers, kinds: kinds.local, log, limit: limits.perTurn, stop: stopping.signal })
  const waitingJobs = createWaitingJobs({
    files,
    handlers,
    kinds: kinds.waiting,
    log,
    limits,
    stop: stopping.signal,
    failureMs: damagedMs,
    onFree: due.addNow,
  })
  const done = loop()

  async function loop() {
    while (!stopping.signal.aborted) {
      const companyId = due.take()
      if (companyId === undefined) await due.wait()
      else await visit(companyId)
    }
  }

  async function visit(companyId: CompanyId) {
    // Its owner runs them. Whoever takes it over notes when they are due.
    if (!files.isOwned(companyId)) return
    if (!files.exists(companyId)) return hints.replace(companyId, undefined)
    if (isMuted?.(companyId)) return
    try {
      await withPinned(files, companyId, runJobs)
    } catch (error) {
      if (isElsewhere(error)) return
      const isUpdating = error instanceof Refusal && waitsFor.has(error.code)
      if (!isUpdating) log.error('The jobs of a company could not be run', { company: companyId, error })
      due.postpone(companyId, files.clock.now().getTime() + (isUpdating ? updatingMs : damagedMs))
    }
  }

  async function runJobs(company: CompanyHandle) {
    if (company.gate) requireWritable(company.gate)
    // A job that becomes due meanwhile may be in none of the reads below.
    const began = files.clock.now()
    unknownJobs.giveUp(company)
    followClock(company, handlers)
    if (await localJobs.run(company)) due.add(company.id)
    waitingJobs.start(company)
    // While jobs run the hint stays in the past, so that they are found after a crash.
    const first = firstJobs(company)
    hints.replace(company.id, first.size === 0 ? undefined : Math.min(...first.values()))
    const nextMs = nextJobMsAfter(company, first, began)
    if (nextMs !== undefined) due.addAt(company.id, nextMs)
  }

  return {
    /** Resolves within `stopMs` plus one local job. */
    async stop() {
      due.end()
      stopping.abort(stopped)
      due.wake()
      await done
      await Promise.race([waitingJobs.ended(), Bun.sleep(stopMs)])
    },
  }
}

async function withPinned(files: CompanyFiles, companyId: CompanyId, run: (company: CompanyHandle) => Promise<void>) {
  const unpin = files.pin(companyId)
  try {
    await run(files.use(companyId))
  } finally {
    unpin()
  }
}

function createUnknownJobs(kinds: readonly string[], log: Log) {
  const checked = new WeakSet<CompanyHandle>()
  return {
    giveUp(company: CompanyHandle) {
      if (checked.has(company)) return
      giveUpUnknownJobs(company, kinds, log)
      checked.add(company)
    },
  }
}

interface LocalJobsOptions {
  handlers: JobHandlers
  kinds: readonly string[]
  log: Log
  limit: number
  stop: AbortSignal
}

function createLocalJobs({ handlers, kinds, log, limit, stop }: LocalJobsOptions) {
  return {
    async run(company: CompanyHandle) {
      const rows = dueJobs(company, kinds, limit)
      for (const row of rows.slice(0, limit)) {
        if (stop.aborted) return false
        runLocalJob(company, row, handlers[row.kind] as LocalJob, log)
        await nextTurn()
      }
      // A job may ask to run again at once.
      return rows.length > 0 && dueKinds(company, kinds).length > 0
    },
  }
}

/** A changed system clock is noticed after this time. */
const idleCheckMs = 1000

/** Uses the companies' clock: by another one, a company without due jobs could count as due, and be visited without end. */
function createDueCompanies(hints: JobHints, clock: Clock) {
  const nowMs = () => clock.now().getTime()
  const ready = new Set<CompanyId>()
  const future = new Map<CompanyId, number>(hints.entries())
  let lastMs = nowMs()
  let wake: (() => void) | undefined

  const unwatch = hints.watch((companyId, atMs) => {
    if (atMs <= nowMs()) ready.add(companyId)
    else if (atMs < (future.get(companyId) ?? Infinity)) future.set(companyId, atMs)
    else return
    wake?.()
  })

  return {
    take(): CompanyId | undefined {
      if (nowMs() < lastMs - setBackMs) for (const companyId of future.keys()) ready.add(companyId)
      lastMs = nowMs()
      for (const [companyId, atMs] of future) if (atMs <= nowMs()) ready.add(companyId)
      const [companyId] = ready
      if (companyId === undefined) return undefined
      ready.delete(companyId)
      future.delete(companyId)
      return companyId
    },
    async wait() {
      const nextMs = Math.min(...future.values()) - nowMs()
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, Math.min(idleCheckMs, Math.max(1, nextMs)))
      await promise
      clearTimeout(timer)
      wake = undefined
    },
    wake: () => wake?.(),
    add: (companyId: CompanyId) => void ready.add(companyId),
    addNow(companyId: CompanyId) {
      ready.add(companyId)
      wake?.()
    },
    addAt: (companyId: CompanyId, atMs: number) =>
      void future.set(companyId, Math.min(atMs, future.get(companyId) ?? Infinity)),
    postpone: (companyId: CompanyId, atMs: number) => void future.set(companyId, atMs),
    end: unwatch,
  }
}
