import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { localDay, timeZoneOf } from '../kernel/time/time-zone'
import { storeValue } from '../setting/save-setting'
import { dailyTokenLimitKey, findDailyTokenLimit, listUsageToday, tokensUsedToday } from './ai-usage'
import type { AiUsageView } from './prompt/prompt.calls'
import { promptRecords } from './prompt/prompt.record'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'aiLimit.changed': { from: number | null; to: number | null }
  }
}

/** Null for none. At the limit, prompts and agents hand over. */
export function setDailyTokenLimit(ctx: CompanyContext, limit: number | null): AiUsageView {
  promptRecords.assertMayChange(ctx)
  ctx.transaction(() => {
    const from = findDailyTokenLimit(ctx) ?? null
    if (from === limit) return
    storeValue(ctx, dailyTokenLimitKey, String(limit ?? ''))
    recordEvent(ctx, 'aiLimit.changed', {}, { from, to: limit })
  })
  return getAiUsage(ctx)
}

export function getAiUsage(ctx: CompanyContext): AiUsageView {
  promptRecords.assertMayChange(ctx)
  return {
    day: localDay(ctx.now, timeZoneOf(ctx)),
    tokens: tokensUsedToday(ctx),
    limit: findDailyTokenLimit(ctx) ?? null,
    owners: listUsageToday(ctx).map(({ ownerKind, ownerId, requests, tokensIn, tokensOut }) => ({
      kind: ownerKind,
      id: ownerId,
      requests,
      tokensIn,
      tokensOut,
    })),
  }
}
