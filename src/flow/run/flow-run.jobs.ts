import type { LocalJob } from '../../kernel/job/jobs'
import { findTicketRow } from '../../ticket/ticket.queries'
import { continueFlow, endFlow, findOwnRun, removeRun } from './flow-run'
import './flow-run.job-kinds'
import { listRunsOfFlow } from './flow-run.store'

/** Runs ended in one transaction. */
const batch = 100

export const flowRunJobs: {
  'flow.continue': LocalJob<'flow.continue'>
  'flow.endRuns': LocalJob<'flow.endRuns'>
} = {
  'flow.continue': {
    attemptsMax: 5,
    run: (ctx, { ticketId, runId }) => continueFlow(ctx, ticketId, runId),
    givenUp(ctx, { ticketId, runId }) {
      ctx.transaction(() => {
        const ticket = findTicketRow(ctx, ticketId)
        if (ticket && findOwnRun(ctx, ticket)?.id === runId) endFlow(ctx, ticket)
      })
    },
  },
  'flow.endRuns': {
    attemptsMax: 5,
    run(ctx, { flowId }) {
      return ctx.transaction((): Date | undefined => {
        const runs = listRunsOfFlow(ctx, flowId, batch)
        for (const { ticketId } of runs) {
          const ticket = findTicketRow(ctx, ticketId)
          if (ticket && findOwnRun(ctx, ticket)) endFlow(ctx, ticket)
          else removeRun(ctx, ticketId)
        }
        return runs.length === batch ? ctx.now : undefined
      })
    },
  },
}
