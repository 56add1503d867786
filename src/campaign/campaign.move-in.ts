import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { MoveInStep } from '../kernel/move-in/move-in-step'
import { flagOf, jsonOf, momentOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { foldText } from '../kernel/text/fold-text.contract'
import { phoneKey } from '../kernel/text/phone-number'
import { CampaignSettings, campaignStatuses, messageNumbers, ticketStatusChoices } from './campaign.contract'
import { campaignSettingTable, campaignShippingTable, campaignTable } from './campaign.tables'

const recipient = campaignShippingTable

/** One under way arrives stopped, and one that was to begin as a draft: nothing begins by itself. */
const arriving = { EM_ANDAMENTO: 'CANCELADA', PROGRAMADA: 'INATIVA' } as const

const campaigns: MoveInStep = {
  table: 'Campaigns',
  take({ ctx, find, note, attach }, row) {
    const theirs = campaignStatuses.find((one) => one === row['status']) ?? 'INATIVA'
    const status = theirs === 'EM_ANDAMENTO' || theirs === 'PROGRAMADA' ? arriving[theirs] : theirs
    const name = textOf(row['name'], 250)
    if (status !== theirs) note('campaignStopped', { name, was: theirs, now: status })
    const texts = Object.fromEntries(
      messageNumbers.flatMap((number) =>
        (['message', 'confirmationMessage'] as const).map((field) => [
          `${field}${number}`,
          textOf(row[`${field}${number}`]),
        ]),
      ),
    )
    const scheduledAt = momentOf(row['scheduledAt']) ?? null
    const completedAt = momentOf(row['completedAt']) ?? null
    const begun = status === 'CANCELADA' || status === 'FINALIZADA'
    const times = timesOf(row)
    const { id } = ctx.db
      .insert(campaignTable)
      .values({
        name,
        ...texts,
        confirmation: flagOf(row['confirmation']),
        status,
        scheduledAt,
        startedAt: begun ? (scheduledAt ?? times.createdAt) : null,
        completedAt: status === 'FINALIZADA' ? (completedAt ?? times.updatedAt) : null,
        contactListId: find('ContactLists', row['contactListId']) ?? null,
        tagId: find('Tags', row['tagListId']) ?? null,
        connectionId: find('Whatsapps', row['whatsappId']) ?? null,
        userId: find('Users', row['userId']) ?? null,
        queueId: find('Queues', row['queueId']) ?? null,
        openTicket: flagOf(row['openTicket']),
        statusTicket: ticketStatusChoices.find((one) => one === row['statusTicket']) ?? 'closed',
        isExpanded: status === 'FINALIZADA',
        ...times,
      })
      .returning({ id: campaignTable.id })
      .get()
    attach('campaign', id, { path: row['mediaPath'], name: row['mediaName'] ?? undefined, at: times.createdAt })
    return id
  },
  files: {
    campaign: {
      kind: 'campaign',
      placed: ({ ctx }, id, { id: mediaId }) =>
        void ctx.db.update(campaignTable).set({ mediaId }).where(eq(campaignTable.id, id)).run(),
    },
  },
}

/** Who has received it does not receive it again when somebody continues the campaign. */
const shippings: MoveInStep = {
  table: 'CampaignShipping',
  owner: { column: 'campaignId', table: 'Campaigns' },
  take({ ctx, find }, row) {
    const campaignId = find('Campaigns', row['campaignId'])
    if (campaignId === undefined) return { skipped: 'parent Campaigns' }
    const number = textOf(row['number'], 50).replace(/\D/g, '')
    const key = phoneKey(number)
    const same = and(eq(recipient.campaignId, campaignId), eq(recipient.phoneKey, key))
    const known = ctx.db.select({ id: recipient.id }).from(recipient).where(same).get()
    if (known) return { merged: known.id, why: 'sameNumber' }
    const { id } = ctx.db
      .insert(recipient)
      .values({
        campaignId,
        phoneKey: key,
        name: number,
        number,
        searchText: foldText(number),
        messageNo: 1,
        state: 'waiting',
      })
      .returning({ id: recipient.id })
      .get()
    const deliveredAt = momentOf(row['deliveredAt']) ?? null
    const confirmedAt = momentOf(row['confirmedAt']) ?? null
    const confirmationRequestedAt = momentOf(row['confirmationRequestedAt']) ?? null
    // Triggers count what changes.
    ctx.db
      .update(recipient)
      .set({
        confirmationRequestedAt,
        confirmedAt,
        ...(deliveredAt ? { state: 'sent' as const, sentAt: deliveredAt } : {}),
      })
      .where(eq(recipient.id, id))
      .run()
    return id
  },
}

const settings: MoveInStep = {
  table: 'CampaignSettings',
  key: (row) => row['key'] ?? '',
  take({ ctx }, row) {
    const name = textOf(row['key'], 100)
    const value = jsonOf(row['value']) ?? row['value']
    const { success, output } = v.safeParse(v.partial(CampaignSettings), { [name]: value })
    const [entry] = success ? Object.entries(output) : []
    if (!entry) return { skipped: `settingUnknown ${name}` }
    const [key, known] = entry
    const text = JSON.stringify(known)
    ctx.db.insert(campaignSettingTable).values({ key, value: text }).onConflictDoNothing().run()
    return 0
  },
}

export const campaignMoveIn = { campaigns, shippings, settings }
