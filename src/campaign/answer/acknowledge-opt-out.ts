import { findConnection } from '../../connection/connection.queries'
import { findContactRow } from '../../contact/contact.queries'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { Refusal } from '../../kernel/errors'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { sendOutreach } from '../../message/send/send-outreach'
import { suppressionRecords } from '../../suppression/suppression.record'
import { createWriter } from '../run/campaign-messages'
import { readCampaignSettings } from '../edit/campaign-settings'

export const acknowledgementKey = 'opt-out '

export function acknowledgeLater(
  ctx: CompanyContext,
  suppressionId: number,
  { contactId, connectionId }: { contactId: number; connectionId: number },
) {
  enqueueJob(ctx, 'campaign.acknowledge', { suppressionId, contactId, connectionId })
}

export const acknowledgeJob: LocalJob<'campaign.acknowledge'> = {
  attemptsMax: 5,
  run(asked, { suppressionId, contactId, connectionId }) {
    const ctx = asSystem(asked)
    const typed = readCampaignSettings(ctx).optOutMessage
    const [suppression, contact] = [suppressionRecords.find(ctx, suppressionId), findContactRow(ctx, contactId)]
    if (typed === '' || !suppression || !contact?.active || !findConnection(ctx, connectionId)) return
    const { name, number } = suppression
    const person = { name, number, email: contact.email, extra: {} }
    const write = createWriter(ctx, { connectionId })
    try {
      sendOutreach(ctx, {
        key: `${acknowledgementKey}${suppressionId}`,
        cause: { kind: 'optOut' },
        contact,
        connectionIds: [connectionId],
        content: { texts: [typed], files: [] },
        options: { variables: (text, ticketId) => write(text, person, ticketId) },
        ticket: { open: 'none' },
      })
    } catch (error) {
      // For example, the reply window has closed.
      if (!(error instanceof Refusal)) throw error
    }
  },
}
