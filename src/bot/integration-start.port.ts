import type { CompanyContext } from '../kernel/company/company-context'
import type { InboundMessage } from '../message/inbound/inbound-message'
import type { TicketRow } from '../ticket/ticket.queries'

/**
 * Passes a ticket to an integration, within the caller's transaction, with the contact's message that caused it, if
 * any. `isUnanswered`: the integration is asked about that message, which chose nothing. Returns false when the
 * integration cannot take the ticket, which then waits for an agent.
 */
export type StartIntegration = (
  ctx: CompanyContext,
  ticket: TicketRow,
  integrationId: number,
  message: Pick<InboundMessage, 'messageId'> | undefined,
  isUnanswered: boolean,
) => boolean

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    startIntegration: StartIntegration
  }
}
