import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketRow } from '../../ticket/ticket.queries'

/**
 * Gives the ticket to an AI agent, with what a flow learned from the contact. Returns false when there is no such agent.
 * Runs within a transaction.
 */
type StartAgent = (
  ctx: CompanyContext,
  ticket: TicketRow,
  agentId: number,
  variables: Readonly<Record<string, string>>,
) => boolean

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    startAgent: StartAgent
  }
}
