import { minuteMs } from '../../kernel/time/durations.contract'
import type { FailureState } from '../../platform/host-webhook/host-webhook'
import { eq } from 'drizzle-orm'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { webhookFailureTable } from '../webhook.tables'

const { target: key, failures, pausedUntilMs, isAnnounced } = webhookFailureTable

export function companyFailures({ db }: CompanyHandle, target: string): FailureStore {
  const isOfTarget = eq(key, target)
  return {
    read: () => db.select({ failures, pausedUntilMs, isAnnounced }).from(webhookFailureTable).where(isOfTarget).get(),
    write(state) {
      if (!state) return void db.delete(webhookFailureTable).where(isOfTarget).run()
      db.insert(webhookFailureTable)
        .values({ target, ...state })
        .onConflictDoUpdate({ target: key, set: state })
        .run()
    },
  }
}

const failuresMax = 20
const pauseMs = 10 * minuteMs

export interface FailureStore {
  read(): FailureState | undefined
  write(state: FailureState | undefined): void
}

export type FailurePause = ReturnType<typeof createFailurePause>

const noFailure: FailureState = { failures: 0, pausedUntilMs: 0, isAnnounced: false }

/** Pauses a receiver after too many failures in a row. */
export function createFailurePause(store: FailureStore) {
  let known: FailureState | undefined
  const state = () => (known ??= store.read() ?? noFailure)

  function change(to: FailureState) {
    known = to
    store.write(to === noFailure ? undefined : to)
  }

  return {
    until: (now: Date) => (state().pausedUntilMs > now.getTime() ? new Date(state().pausedUntilMs) : undefined),
    /** Returns when the pause ends if this failure began the first pause since the last success. */
    count(now: Date, ok: boolean): Date | undefined {
      const before = state()
      if (ok) {
        if (before !== noFailure) change(noFailure)
        return undefined
      }
      const failures = before.failures + 1
      const isPaused = before.pausedUntilMs > now.getTime()
      if (failures < failuresMax) change({ ...before, failures })
      // Otherwise the attempt started before the pause.
      else if (!isPaused) {
        const pausedUntilMs = now.getTime() + pauseMs
        // The next attempt decides.
        change({ failures, pausedUntilMs, isAnnounced: true })
        return before.isAnnounced ? undefined : new Date(pausedUntilMs)
      }
      return undefined
    },
  }
}
