import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { localDay, timeZoneOf } from '../kernel/time/time-zone'
import { findStoredValue } from '../setting/setting.queries'
import { AiError } from './ai-error'
import { aiUsageTable } from './ai.tables'
import type { TokenUsage } from './chat/chat-client'

export interface UsageOwner {
  kind: 'prompt' | 'agent' | 'provider'
  id: number
}

export const dailyTokenLimitKey = 'aiDailyTokenLimit'

const today = (ctx: CompanyContext) => localDay(ctx.now, timeZoneOf(ctx))

/** Counts the tokens of answered requests, also when the answer is dropped. Audio counts as a request without tokens. */
export function recordAiUsage(
  ctx: CompanyContext,
  owner: UsageOwner,
  { tokensIn, tokensOut, requests = 1 }: TokenUsage & { requests?: number },
) {
  const { requests: allRequests, tokensIn: allIn, tokensOut: allOut } = aiUsageTable
  ctx.db
    .insert(aiUsageTable)
    .values({ day: today(ctx), ownerKind: owner.kind, ownerId: owner.id, requests, tokensIn, tokensOut })
    .onConflictDoUpdate({
      target: [aiUsageTable.day, aiUsageTable.ownerKind, aiUsageTable.ownerId],
      set: {
        requests: sql`${allRequests} + ${requests}`,
        tokensIn: sql`${allIn} + ${tokensIn}`,
        tokensOut: sql`${allOut} + ${tokensOut}`,
      },
    })
    .run()
}

export function tokensUsedToday(ctx: CompanyContext): number {
  const { tokensIn, tokensOut, day } = aiUsageTable
  const row = ctx.db
    .select({ tokens: sql<number>`coalesce(sum(${tokensIn} + ${tokensOut}), 0)` })
    .from(aiUsageTable)
    .where(eq(day, today(ctx)))
    .get()
  return row?.tokens ?? 0
}

export function listUsageToday(ctx: CompanyContext) {
  return ctx.db
    .select()
    .from(aiUsageTable)
    .where(eq(aiUsageTable.day, today(ctx)))
    .all()
}

export function findDailyTokenLimit(ctx: CompanyContext): number | undefined {
  const limit = Number(findStoredValue(ctx, dailyTokenLimitKey) ?? 0)
  return limit > 0 ? limit : undefined
}

/** @throws AiError limitReached */
export function assertTokensLeft(ctx: CompanyContext) {
  const limit = findDailyTokenLimit(ctx)
  if (limit !== undefined && tokensUsedToday(ctx) >= limit) {
    throw new AiError('limitReached', `The daily limit of ${limit} tokens is reached`)
  }
}
