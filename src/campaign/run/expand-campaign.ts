import { and, eq } from 'drizzle-orm'
import { oneBatch } from '../../kernel/company/batches'
import { afterCommit, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { LocalJob } from '../../kernel/job/jobs'
import { announceProgress } from '../campaign.live'
import { filledConfirmations, filledMessages, pickNumber } from './campaign-messages'
import { type Campaign, findCampaign } from '../campaign.queries'
import { campaignTable } from '../campaign.tables'
import { type Candidate, exclusionOf, keyOfCandidate, readCandidates } from './candidates.view'
import { wakeCampaign } from './wake-campaign'

const candidatesAtOnce = 500
/** Short, because batches run for seconds, and a request waits for several of them. */
const batchMs = 5

const insert = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    `INSERT INTO campaign_shipping
       (campaign_id, phone_key, contact_id, name, number, email, extra, search_text, is_checked, message_no, confirmation_no, state, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (campaign_id, phone_key) DO NOTHING`,
  ),
)

/** Makes recipients of the campaign's source, some at a time, each once. */
export const expandCampaignJob: LocalJob<'campaign.expand'> = {
  attemptsMax: 20,
  run(ctx, { campaignId }) {
    const campaign = findCampaign(ctx, campaignId)
    if (campaign?.status !== 'EM_ANDAMENTO' || campaign.isExpanded) return undefined
    const isMore = oneBatch<Candidate>(ctx, {
      next: (last) => readCandidates(ctx, campaign, last?.id ?? campaign.expandedTo, candidatesAtOnce),
      work: recipientWriter(ctx, campaign),
      noted({ last, done, isMore }) {
        const own = and(eq(campaignTable.id, campaignId), eq(campaignTable.status, 'EM_ANDAMENTO'))
        const changes = { expandedTo: last?.id ?? campaign.expandedTo, isExpanded: !isMore }
        ctx.db.update(campaignTable).set(changes).where(own).run()
        if (!isMore || campaign.expandedTo === 0) wakeCampaign(ctx, campaignId)
        announceProgress(ctx, campaignId)
        afterCommit(ctx, () => ctx.company.checkpoints.note(done))
      },
      pace: batchMs,
    })
    return isMore ? ctx.now : undefined
  },
}

function recipientWriter(ctx: CompanyContext, campaign: Campaign) {
  const { id, confirmation } = campaign
  const messages = filledMessages(campaign)
  const confirmations = confirmation ? filledConfirmations(campaign) : []
  const statement = insert(ctx.company)
  return (candidate: Candidate) => {
    const { contactId, name, number, email, extra, isValid } = candidate
    const reason = exclusionOf(ctx, candidate)
    statement.run(
      id,
      keyOfCandidate(candidate),
      contactId,
      name,
      number,
      email,
      extra,
      foldText(`${name} ${number}`),
      Number(isValid === 1),
      pickNumber(messages),
      confirmations.length === 0 ? 0 : pickNumber(confirmations),
      reason === '' ? 'waiting' : 'excluded',
      reason,
    )
  }
}
