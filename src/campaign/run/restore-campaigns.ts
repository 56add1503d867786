import { and, count, eq, inArray, lte } from 'drizzle-orm'
import { nextTurn } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { RestoredCompany } from '../../kernel/company/restored-company'
import { Refusal } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { type Campaign } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'
import { changeStatus, holdStart, restartCampaign } from './campaign-status'
import { endSteps } from './wake-campaign'

const { id, status, stopReason } = campaignTable
const recipient = campaignShippingTable

/** Recipients keep what has happened to them since. Campaigns under way and those that were to begin wait for a person. */
export async function restoreCampaigns({ restored, present }: RestoredCompany) {
  for (const campaign of restored.db.select().from(campaignTable).all()) {
    const today = present?.db.select().from(campaignTable).where(eq(id, campaign.id)).get()
    if (present && today) await takeProgress(restored, present, today)
  }
  const isUnderWay = eq(status, 'EM_ANDAMENTO')
  const wasDue = and(eq(status, 'PROGRAMADA'), lte(campaignTable.scheduledAt, restored.now))
  for (const of of [isUnderWay, wasDue]) {
    const found = restored.db.select({ id }).from(campaignTable).where(of).all()
    for (const campaign of found) hold(restored, campaign.id)
  }
}

function hold(restored: CompanyContext, campaignId: number) {
  changeStatus(restored, campaignId, ['EM_ANDAMENTO', 'PROGRAMADA'], { status: 'CANCELADA', stopReason: 'restored' })
  endSteps(restored, campaignId)
  holdStart(restored, campaignId)
}

const begun = ['EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const

async function takeProgress(restored: CompanyContext, present: CompanyContext, today: Campaign) {
  if (!begun.some((one) => one === today.status)) return
  const { status, stopReason, stopDetail, startedAt, completedAt } = today
  const known = restored.db.update(campaignTable).set({ status, stopReason, stopDetail, startedAt, completedAt })
  known.where(eq(id, today.id)).run()
  let done = 0
  for (const row of present.db.select().from(recipient).where(eq(recipient.campaignId, today.id)).all()) {
    takeRecipient(restored, row)
    if (++done % 500 === 0) await nextTurn()
  }
}

/** Its messages may not exist in the restored state. Counts follow changes of the state, so that a row begins as waiting. */
function takeRecipient({ db }: CompanyContext, row: typeof recipient.$inferSelect) {
  const same = and(eq(recipient.campaignId, row.campaignId), eq(recipient.phoneKey, row.phoneKey))
  const { id, campaignId, phoneKey, contactId, messageId, confirmationMessageId, ...happened } = row
  const { name, number, email, extra, searchText, messageNo, confirmationNo, isChecked } = happened
  const person = { name, number, email, extra, searchText, messageNo, confirmationNo, isChecked }
  db.insert(recipient)
    .values({ ...person, campaignId, phoneKey, state: 'waiting' })
    .onConflictDoNothing({ target: [recipient.campaignId, recipient.phoneKey] })
    .run()
  db.update(recipient).set(happened).where(same).run()
}

const isHeld = and(eq(status, 'CANCELADA'), eq(stopReason, 'restored'))
const listHeld = ({ db }: CompanyContext) => db.select().from(campaignTable).where(isHeld).all()

export const countHeldCampaigns = (ctx: CompanyContext) =>
  ctx.db.select({ n: count() }).from(campaignTable).where(isHeld).get()?.n ?? 0

/** Those that cannot go on, such as without a connection, say so on their page. */
export function releaseHeldCampaigns(ctx: CompanyContext) {
  for (const campaign of listHeld(ctx)) {
    try {
      restartCampaign(ctx, campaign.id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      leave(ctx, [campaign])
    }
  }
}

export const discardHeldCampaigns = (ctx: CompanyContext) => leave(ctx, listHeld(ctx))

/** As if a person had stopped them. */
function leave(ctx: CompanyContext, campaigns: readonly Campaign[]) {
  const ids = campaigns.map((campaign) => campaign.id)
  ctx.db.update(campaignTable).set({ stopReason: '' }).where(inArray(id, ids)).run()
  for (const campaignId of ids) recordEvent(ctx, 'campaign.updated', {}, { campaignId })
}
