import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { sendSpreadsheet } from '../../kernel/spreadsheet/write/send-spreadsheet'
import { serialDate } from '../../kernel/spreadsheet/read/cell-text'
import { timeZoneOf } from '../../kernel/time/time-zone'
import { searchWords } from '../../kernel/text/search-words.contract'
import type { RecipientView } from '../campaign.calls'
import { type ListRecipientsQuery, recipientPageSize } from '../campaign.contract'
import { type Campaign, findShipping, getCampaign, type Shipping } from '../campaign.queries'
import { assertMayManageCampaigns } from '../edit/campaign-settings'
import { campaignShippingTable } from '../campaign.tables'
import { reportTexts } from './report-texts'
import { actorLanguage } from '../../user/user.queries'

const exportBatch = 500

export function listRecipients(ctx: CompanyContext, campaignId: number, query: ListRecipientsQuery) {
  assertMayManageCampaigns(ctx)
  const campaign = getCampaign(ctx, campaignId)
  const { id, campaignId: ofCampaign, state, searchText } = campaignShippingTable
  const words = searchWords(query.searchParam)
  const where = and(
    eq(ofCampaign, campaignId),
    query.state === '' ? undefined : eq(state, query.state),
    ...words.map((word) => sql`instr(${searchText}, ${word}) > 0`),
  )
  const last = query.after === undefined ? undefined : findShipping(ctx, query.after)
  const rows = ctx.db
    .select()
    .from(campaignShippingTable)
    .where(and(where, last && gt(id, last.id)))
    .orderBy(asc(id))
    .limit(recipientPageSize + 1)
    .offset(last ? 0 : (query.pageNumber - 1) * recipientPageSize)
    .all()
  return {
    records: rows.slice(0, recipientPageSize).map(presentRecipient),
    hasMore: rows.length > recipientPageSize,
    count: words.length === 0 ? countOf(campaign, query.state) : countRows(ctx, where),
  }
}

function countRows(ctx: CompanyContext, where: ReturnType<typeof and>) {
  return ctx.db.select({ n: count() }).from(campaignShippingTable).where(where).get()?.n ?? 0
}

function countOf(campaign: Campaign, state: ListRecipientsQuery['state']): number {
  if (state !== '') return campaign[state]
  const { waiting, asked, confirmed, sending, sent, failed, excluded, expired } = campaign
  return waiting + asked + confirmed + sending + sent + failed + excluded + expired
}

function presentRecipient(shipping: Shipping): RecipientView {
  const { id, name, number, contactId, messageNo, state, reason } = shipping
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id,
    name,
    number,
    contactId,
    messageNo,
    state,
    reason,
    confirmationRequestedAt: iso(shipping.confirmationRequestedAt),
    confirmedAt: iso(shipping.confirmedAt),
    sentAt: iso(shipping.sentAt),
    deliveredAt: iso(shipping.deliveredAt),
    seenAt: iso(shipping.seenAt),
    answeredAt: iso(shipping.answeredAt),
    optedOutAt: iso(shipping.optedOutAt),
  }
}

export function exportRecipients(ctx: CompanyContext, campaignId: number): Response {
  assertMayManageCampaigns(ctx)
  getCampaign(ctx, campaignId)
  const texts = reportTexts[actorLanguage(ctx)]
  const dates = ['requested', 'confirmed', 'sent', 'delivered', 'seen', 'answered', 'optedOut'] as const
  const columns = [
    ...[texts.name, texts.number, texts.state, texts.reason].map((title, index) => ({
      title,
      width: [34, 18, 18, 40][index],
      ...(title === texts.number && { format: 'digits' as const }),
    })),
    ...dates.map((date) => ({ title: texts[date], width: 18, format: 'date' as const })),
  ]
  const rows = rowsOf(ctx, campaignId, texts)
  return sendSpreadsheet(ctx, {
    fileName: `${texts.file}-${campaignId}`,
    format: 'xlsx',
    sheetName: texts.sheet,
    columns,
    rows,
  })
}

function* rowsOf(ctx: CompanyContext, campaignId: number, texts: (typeof reportTexts)['pt']) {
  const zone = timeZoneOf(ctx)
  const date = (at: Date | null) => (at === null ? '' : serialDate(at, zone))
  const { id, campaignId: ofCampaign } = campaignShippingTable
  for (let after = 0; ;) {
    const rows = ctx.db
      .select()
      .from(campaignShippingTable)
      .where(and(eq(ofCampaign, campaignId), gt(id, after)))
      .orderBy(asc(id))
      .limit(exportBatch)
      .all()
    if (rows.length > 0) {
      yield rows.map((row) => [
        ...[row.name, row.number, texts.states[row.state], texts.reasons[row.reason] ?? row.reason],
        ...[row.confirmationRequestedAt, row.confirmedAt, row.sentAt, row.deliveredAt, row.seenAt].map(date),
        ...[row.answeredAt, row.optedOutAt].map(date),
      ])
    }
    if (rows.length < exportBatch) return
    after = rows.at(-1)?.id ?? after
  }
}
