import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { dayMs } from '../../../kernel/time/durations.contract'

/** Kinds of keys whose category ends with the day on which they were stored, and the days that each is kept. */
const keptDays = {
  /** During which the server may redeliver messages that were decrypted but not acknowledged. After that, the phone is asked. */
  read: 7,
  /** During which a phone that could not read a message may request it again. */
  sent: 7,
}
type DailyKind = keyof typeof keptDays

const keysAtOnce = 500

export function categoryOfDay(kind: DailyKind, now: Date, daysAgo = 0) {
  return `${kind}-${new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)}`
}

/** Returns the categories of the days that are kept, latest first. */
export function keptCategories(kind: DailyKind, now: Date): string[] {
  return Array.from({ length: keptDays[kind] + 1 }, (_, daysAgo) => categoryOfDay(kind, now, daysAgo))
}

/** Deletes the keys of earlier days: of one day or, after a session of weeks, of many. */
export async function forgetOldKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  const { sqlite } = ctx.company
  const old = sqlite.prepare<{ category: string; id: string }, [number, string, string, number]>(
    'SELECT category, id FROM whatsapp_key WHERE connection_id = ? AND category >= ? AND category < ? LIMIT ?',
  )
  const remove = sqlite.prepare<unknown, [number, string, string]>(
    'DELETE FROM whatsapp_key WHERE connection_id = ? AND category = ? AND id = ?',
  )
  for (const kind of ['read', 'sent'] as const) {
    const firstKept = keptCategories(kind, ctx.now).at(-1) ?? ''
    await inBatches(ctx, {
      next: () => old.all(connectionId, `${kind}-`, firstKept, keysAtOnce),
      work: ({ category, id }) => void remove.run(connectionId, category, id),
    })
  }
}
