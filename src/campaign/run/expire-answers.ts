import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { hourMs } from '../../kernel/time/durations.contract'
import { answerHours } from '../campaign.contract'
import { announceProgress } from '../campaign.live'
import type { Campaign } from '../campaign.queries'

/**
 * Requests for confirmation expire by the campaign's running time. Time in which nobody's answer could arrive does not
 * count: the process was down, the machine slept, the campaign was stopped, or the clock was set forward.
 */

const answerMs = answerHours * hourMs
/** Steps of a running campaign are at most 15 minutes apart; a longer interval counts as this much. */
const countedMsMax = hourMs
/** How often the running time is stored while messages are sent. */
const storedMs = 60_000
const expiredAtOnce = 500

const statements = perCompany(({ sqlite }) => ({
  advance: sqlite.prepare<unknown, [number, number, number]>(
    'UPDATE campaign SET run_ms = run_ms + ?, stepped_at = ? WHERE id = ?',
  ),
  expire: sqlite.prepare<unknown, [number, number, number]>(
    `UPDATE campaign_shipping SET state = 'expired' WHERE id IN
       (SELECT id FROM campaign_shipping WHERE campaign_id = ? AND state = 'asked' AND expires_run_ms <= ?
        ORDER BY id LIMIT ?)`,
  ),
  first: sqlite.prepare<{ at: number | null }, [number]>(
    `SELECT min(expires_run_ms) AS at FROM campaign_shipping WHERE campaign_id = ? AND state = 'asked'`,
  ),
}))

/** Returns the running time at which a request that is sent now expires. */
export const expiryOf = ({ runMs }: Campaign) => runMs + answerMs

/** Counts the time since the campaign's last step and expires the requests that were not answered within theirs. */
export function expireAnswers(ctx: CompanyContext, campaign: Campaign) {
  if (!campaign.confirmation && campaign.asked === 0) return
  const { steppedAt, waiting, confirmed } = campaign
  const sinceMs = ctx.now.getTime() - (steppedAt ?? ctx.now).getTime()
  if (steppedAt !== null && waiting + confirmed > 0 && sinceMs >= 0 && sinceMs < storedMs) return
  const countedMs = Math.min(Math.max(sinceMs, 0), countedMsMax)
  ctx.transaction(() => {
    const { advance, expire } = statements(ctx.company)
    advance.run(countedMs, ctx.now.getTime(), campaign.id)
    const { changes } = expire.run(campaign.id, campaign.runMs + countedMs, expiredAtOnce)
    if (changes > 0) announceProgress(ctx, campaign.id)
  })
}

/** Returns when the first request expires if the campaign keeps running. */
export function firstExpiry(ctx: CompanyContext, { id, runMs, steppedAt }: Campaign): Date {
  const at = statements(ctx.company).first.get(id)?.at ?? runMs
  return new Date((steppedAt ?? ctx.now).getTime() + at - runMs)
}
