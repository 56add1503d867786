import { and, eq, inArray, lte, min, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { hourMs } from '../../kernel/time/durations.contract'
import { answerHours } from '../campaign.contract'
import { announceProgress } from '../campaign.live'
import type { Campaign } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'

/** In running time: while nobody's answer could arrive, nothing expires. */

const answerMs = answerHours * hourMs
/** Steps are 15 minutes apart; a longer interval counts as this. */
const countedMsMax = hourMs
const storedMs = 60_000
const expiredAtOnce = 500

const { id, campaignId, state, expiresRunMs } = campaignShippingTable

const statements = {
  advance: statement((db, of: { id: number; countedMs: number; at: Date }) =>
    db
      .update(campaignTable)
      .set({ runMs: sql`${campaignTable.runMs} + ${of.countedMs}`, steppedAt: of.at })
      .where(eq(campaignTable.id, of.id)),
  ),
  expire: statement((db, of: { campaignId: number; runMs: number }) => {
    const due = db
      .select({ id })
      .from(campaignShippingTable)
      .where(and(eq(campaignId, of.campaignId), eq(state, 'asked'), lte(expiresRunMs, of.runMs)))
      .orderBy(id)
      .limit(expiredAtOnce)
    return db.update(campaignShippingTable).set({ state: 'expired' }).where(inArray(id, due))
  }),
  first: statement((db, of: { campaignId: number }) =>
    db
      .select({ at: min(expiresRunMs) })
      .from(campaignShippingTable)
      .where(and(eq(campaignId, of.campaignId), eq(state, 'asked'))),
  ),
}

export const expiryOf = ({ runMs }: Campaign) => runMs + answerMs

/** Counts the time since the last step. */
export function expireAnswers(ctx: CompanyContext, campaign: Campaign) {
  if (!campaign.confirmation && campaign.asked === 0) return
  const { steppedAt, waiting, confirmed } = campaign
  const sinceMs = ctx.now.getTime() - (steppedAt ?? ctx.now).getTime()
  if (steppedAt !== null && waiting + confirmed > 0 && sinceMs >= 0 && sinceMs < storedMs) return
  const countedMs = Math.min(Math.max(sinceMs, 0), countedMsMax)
  ctx.transaction(() => {
    const { id } = campaign
    statements.advance.run(ctx, { id, countedMs, at: ctx.now })
    const { changes } = statements.expire.run(ctx, { campaignId: id, runMs: campaign.runMs + countedMs })
    if (changes > 0) announceProgress(ctx, id)
  })
}

export function firstExpiry(ctx: CompanyContext, { id, runMs, steppedAt }: Campaign): Date {
  const at = statements.first.get(ctx, { campaignId: id })?.at ?? runMs
  return new Date((steppedAt ?? ctx.now).getTime() + at - runMs)
}
