import type { CompanyId } from '../ids'
import type { Clock } from '../time/clock'
import type { JobHints } from './jobs'
import { setBackMs } from './run-job'

/** A changed system clock is noticed after this time. */
const idleCheckMs = 1000

/**
 * Companies with due jobs, in order, and the next due times of the others. The clock is that of the companies: by another
 * one, a company could be due whose jobs are not, and would be visited without end.
 */
export function createDueCompanies(hints: JobHints, clock: Clock) {
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
    /** Removes and returns the first company with due jobs; undefined when there is none. */
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
    /** Waits until a company has due jobs, or the clock must be checked. */
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
    /** Adds a company and ends the wait. */
    addNow(companyId: CompanyId) {
      ready.add(companyId)
      wake?.()
    },
    addAt: (companyId: CompanyId, atMs: number) =>
      void future.set(companyId, Math.min(atMs, future.get(companyId) ?? Infinity)),
    /** Replaces the company's next time, even by a later one. */
    postpone: (companyId: CompanyId, atMs: number) => void future.set(companyId, atMs),
    end: unwatch,
  }
}
