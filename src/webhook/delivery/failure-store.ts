import { type CompanyHandle, perCompany } from '../../kernel/company/company-files'
import type { FailureStore } from './failure-pause'

interface Row {
  failures: number
  pausedUntil: number
  isAnnounced: number
}

const statements = perCompany(({ sqlite }) => ({
  read: sqlite.prepare<Row, [string]>(
    'SELECT failures, paused_until AS pausedUntil, is_announced AS isAnnounced FROM webhook_failure WHERE target = ?',
  ),
  write: sqlite.prepare<unknown, [string, number, number, number]>(
    'INSERT OR REPLACE INTO webhook_failure (target, failures, paused_until, is_announced) VALUES (?, ?, ?, ?)',
  ),
  remove: sqlite.prepare<unknown, [string]>('DELETE FROM webhook_failure WHERE target = ?'),
}))

export function companyFailures(company: CompanyHandle, target: string): FailureStore {
  const { read, write, remove } = statements(company)
  return {
    read() {
      const row = read.get(target)
      return row
        ? { failures: row.failures, pausedUntilMs: row.pausedUntil, isAnnounced: row.isAnnounced === 1 }
        : undefined
    },
    write(state) {
      if (state) write.run(target, state.failures, state.pausedUntilMs, Number(state.isAnnounced))
      else remove.run(target)
    },
  }
}
