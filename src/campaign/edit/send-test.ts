import { createContact } from '../../contact/contact.commands'
import { findContactByNumber, getContactRow } from '../../contact/contact.queries'
import { readNumber } from '../../contact/number/read-number.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { sendOutreach } from '../../message/send/send-outreach'
import type { MessageFieldName, SendTestBody } from '../campaign.contract'
import { contentFor } from '../run/campaign-content'
import { filledConfirmations, filledMessages } from '../run/campaign-messages'
import { fieldOf } from '../run/campaign-templates'
import { assertMayManageCampaigns } from './campaign-settings'
import { readyFaults } from './check-campaign'
import { plannedCampaign, plannedPeople } from './preview-campaign'

const ignored = ['contactListId', 'tagListId', 'queueId', 'userId']

/** No figure changes; a repeated key sends nothing again. @throws Refusal ERR_INVALID_INPUT */
export function sendTest(ctx: CompanyContext, body: SendTestBody): { sent: number } {
  assertMayManageCampaigns(ctx)
  const read = readNumber(body.number)
  if ('reason' in read) return refuse('ERR_INVALID_INPUT', { fields: { number: read.reason } })
  const { number } = read
  const campaign = plannedCampaign(ctx, body)
  const faults = Object.entries(readyFaults(ctx, campaign)).filter(([field]) => !ignored.includes(field))
  if (faults.length > 0) refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(faults) })
  const person = plannedPeople(ctx, campaign)[body.recipient] ?? ownPerson(ctx, number)
  return ctx.transaction(() => {
    const known = findContactByNumber(ctx, number)
    const { name, email } = ownPerson(ctx, number)
    const contact = known ?? getContactRow(ctx, createContact(ctx, { name, number, email }))
    for (const field of fieldsOf(campaign)) {
      sendOutreach(ctx, {
        // Must not begin as `campaignKey`, so that an answer to it is none to a campaign.
        key: `test of campaign ${body.key} ${field}`,
        cause: { kind: 'campaignTest' },
        contact,
        connectionIds: [campaign.connectionId],
        ...contentFor(ctx, { campaign, person, field }),
        ticket: { open: 'none' },
      })
    }
    return { sent: fieldsOf(campaign).length }
  })
}

function fieldsOf(campaign: ReturnType<typeof plannedCampaign>): MessageFieldName[] {
  const messages = filledMessages(campaign)
  return [
    ...(campaign.confirmation ? filledConfirmations(campaign).map((no) => fieldOf('confirmation', no)) : []),
    // A file alone is the first message.
    ...(messages.length === 0 ? [1] : messages).map((no) => fieldOf('message', no)),
  ]
}

function ownPerson({ actor }: CompanyContext, number: string) {
  return { name: actor.kind === 'user' ? actor.name : number, number, email: '', extra: {} }
}
