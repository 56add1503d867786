import type { CompanyFiles, CompanyHandle } from '../company/company-files'
import { isElsewhere, isTakenOver } from '../company/ownership'
import type { CompanyId } from '../ids'
import { backgroundTurn } from './event-loop-turns'
import type { Log } from '../log'
import type { JobHandlers, WaitingJob } from './jobs'
import { dueJobsOf, dueKinds, type JobRow, runWaitingJob } from './run-job'

interface WaitingJobsOptions {
  files: CompanyFiles
  handlers: JobHandlers
  kinds: readonly string[]
  log: Log
  limits: SlotLimits
  stop: AbortSignal
  /** An immediate retry would loop while the disk fails. */
  failureMs: number
  onFree(companyId: CompanyId): void
}

export function createWaitingJobs(options: WaitingJobsOptions) {
  const { files, handlers, kinds, log, limits, stop } = options
  const slots = createSlots(limits)
  const running = new Set<Promise<void>>()

  async function run(companyId: CompanyId, row: JobRow) {
    const handler = handlers[row.kind] as WaitingJob
    try {
      await backgroundTurn(`jobs ${companyId}`, handler.isBulk ? 'bulk' : 'job')
      if (!stop.aborted) await runWaitingJob({ files, companyId, row, handler, log, stop })
      end(companyId, row)
    } catch (error) {
      if (isElsewhere(error)) return end(companyId, row)
      if (!isTakenOver(error))
        log.error('The result of a job could not be stored', { company: companyId, kind: row.kind, error })
      setTimeout(() => end(companyId, row), options.failureMs).unref()
    }
  }

  function end(companyId: CompanyId, { kind, id }: JobRow) {
    const next = slots.free(companyId, kind, id)
    options.onFree(companyId)
    if (next !== undefined) options.onFree(next)
  }

  return {
    start(company: CompanyHandle) {
      for (const kind of dueKinds(company, kinds)) {
        const limit = slots.runningOf(company.id, kind) + limits.perKind
        for (const row of dueJobsOf(company, kind, limit)) {
          if (slots.isRunning(company.id, row.id)) continue
          if (!slots.take(company.id, kind, row.id)) break
          const work = run(company.id, row)
          running.add(work)
          void work.finally(() => running.delete(work))
        }
      }
    },
    ended: () => Promise.all(running),
  }
}

/** A company that runs none may always start one. */
export interface SlotLimits {
  all: number
  perCompany: number
  perKind: number
}

function createSlots({ all, perCompany, perKind }: SlotLimits) {
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
    free(companyId: CompanyId, kind: string, jobId: number): CompanyId | undefined {
      jobs.delete(`${companyId} ${jobId}`)
      change(companyId, kind, -1)
      const [next] = waiting
      if (next !== undefined) waiting.delete(next)
      return next
    },
  }
}
