import { and, eq, sql } from 'drizzle-orm'
import { oneBatch } from '../../kernel/company/batches'
import { afterCommit, type CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { foldText } from '../../kernel/text/fold-text.contract'
import type { LocalJob } from '../../kernel/job/jobs'
import { pick } from '../../kernel/typed-object.contract'
import { announceProgress } from '../campaign.live'
import { filledConfirmations, filledMessages, pickNumber } from './campaign-messages'
import { type Campaign, findCampaign, type Shipping } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'
import { type Candidate, exclusionOf, keyOfCandidate, readCandidates } from './candidates.view'
import { wakeCampaign } from './wake-campaign'

const candidatesAtOnce = 500
/** Batches run for seconds, and a request waits for several. */
const batchMs = 5

const recipient = campaignShippingTable
const written = ['campaignId', 'phoneKey', 'contactId', 'name', 'number', 'email', 'searchText', 'isChecked'] as const
const chosen = ['messageNo', 'confirmationNo', 'state', 'reason'] as const

type NewRecipient = Pick<Shipping, (typeof written | typeof chosen)[number]> & { extra: string }

const insert = statement((db, row: NewRecipient) =>
  db
    .insert(recipient)
    .values({ ...pick(row, ...written, ...chosen), extra: sql`${row.extra}` })
    .onConflictDoNothing({ target: [recipient.campaignId, recipient.phoneKey] }),
)

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
  const { id: campaignId, confirmation } = campaign
  const messages = filledMessages(campaign)
  const confirmations = confirmation ? filledConfirmations(campaign) : []
  return (candidate: Candidate) => {
    const { contactId, name, number, email, extra, isValid } = candidate
    const reason = exclusionOf(ctx, candidate)
    insert.run(ctx, {
      campaignId,
      phoneKey: keyOfCandidate(candidate),
      contactId,
      name,
      number,
      email,
      extra,
      searchText: foldText(`${name} ${number}`),
      isChecked: isValid === true,
      messageNo: pickNumber(messages),
      confirmationNo: confirmations.length === 0 ? 0 : pickNumber(confirmations),
      state: reason === '' ? 'waiting' : 'excluded',
      reason,
    })
  }
}
