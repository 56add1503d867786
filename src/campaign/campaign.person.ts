import { eq, sql } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import type { PersonData, PersonRows } from '../kernel/person/person-data'
import { campaignShippingTable, campaignTable } from './campaign.tables'

const recipient = campaignShippingTable
const isDue = sql`${recipient.state} IN ('waiting', 'asked', 'confirmed', 'sending')`

/** A campaign's report counts its recipients. */
const anonymous: PersonRows['erase'] = {
  set: {
    contactId: null,
    phoneKey: sql`'erased ' || ${recipient.id}`,
    name: '',
    number: '',
    email: '',
    extra: {},
    searchText: '',
    state: sql`iif(${isDue}, 'excluded', ${recipient.state})`,
    reason: sql`iif(${isDue}, 'erased', ${recipient.reason})`,
    messageId: null,
    confirmationMessageId: null,
  },
  keeps: [
    ...(['id', 'campaignId', 'isChecked', 'messageNo', 'confirmationNo', 'confirmationRequestedAt'] as const),
    ...(['expiresRunMs', 'confirmedAt', 'sentAt', 'deliveredAt', 'seenAt', 'answeredAt', 'optedOutAt'] as const),
  ],
}

export const campaignPerson: PersonData = {
  rows: [
    { table: recipient, match: ({ contactId }) => eq(recipient.contactId, contactId), erase: anonymous, atOnce: true },
    {
      table: recipient,
      within: { parent: campaignTable.id, column: recipient.campaignId },
      match: ({ phoneKeys }) => inList(recipient.phoneKey, phoneKeys),
      erase: anonymous,
      atOnce: true,
    },
  ],
}
