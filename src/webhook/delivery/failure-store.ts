import { eq } from 'drizzle-orm'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { webhookFailureTable } from '../webhook.tables'
import type { FailureStore } from './failure-pause'

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
