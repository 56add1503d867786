import type { TicketId } from '../kernel/ids'

declare module '../kernel/jobs' {
  interface JobPayloads {
    /** Continues a flow after an interval or with its next turn. */
    'flow.continue': { ticketId: TicketId; runId: number }
    'flow.endRuns': { flowId: number }
  }
}
