import type { TicketId } from '../../kernel/ids'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'flow.continue': { ticketId: TicketId; runId: number }
    'flow.endRuns': { flowId: number }
  }
}
