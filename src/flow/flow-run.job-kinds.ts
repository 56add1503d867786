import type { TicketId } from '../kernel/ids'

declare module '../kernel/jobs' {
  interface JobPayloads {
    /** An interval of a flow is over, or its next turn begins. */
    'flow.continue': { ticketId: TicketId; runId: number }
    /** Ends the runs of a flow that was deleted. */
    'flow.endRuns': { flowId: number }
  }
}
