import { inBatches } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { ConnectionId } from '../../../kernel/ids'
import { dayMs } from '../../../kernel/time/durations.contract'
import { storedKeys } from './stored-keys'

/** The category ends with the day of storing. In days. */
const keptDays = {
  read: 7,
  sent: 7,
}
type DailyKind = keyof typeof keptDays

interface DailyKey {
  connectionId: ConnectionId
  kind: DailyKind
  id: string
}

const keysAtOnce = 500

function categoryOfDay(kind: DailyKind, now: Date, daysAgo = 0) {
  return `${kind}-${new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)}`
}

function keptCategories(kind: DailyKind, now: Date): string[] {
  return Array.from({ length: keptDays[kind] + 1 }, (_, daysAgo) => categoryOfDay(kind, now, daysAgo))
}

export function putDailyKey(ctx: CompanyContext, { connectionId, kind, id }: DailyKey, value: Buffer) {
  storedKeys.put.run(ctx, { connectionId, category: categoryOfDay(kind, ctx.now), id, value })
}

export function findDailyKey(ctx: CompanyContext, { connectionId, kind, id }: DailyKey): Buffer | undefined {
  for (const category of keptCategories(kind, ctx.now)) {
    const row = storedKeys.find.get(ctx, { connectionId, category, id })
    if (row) return row.value
  }
  return undefined
}

/** Deletes the keys of earlier days: of one day or, after a session of weeks, of many. */
export async function forgetOldKeys(ctx: CompanyContext, connectionId: ConnectionId) {
  for (const kind of ['read', 'sent'] as const) {
    const before = keptCategories(kind, ctx.now).at(-1) ?? ''
    await inBatches(ctx, {
      next: () => storedKeys.listBetween.all(ctx, { connectionId, from: `${kind}-`, before, max: keysAtOnce }),
      work: (key) => void storedKeys.remove.run(ctx, { connectionId, ...key }),
    })
  }
}
