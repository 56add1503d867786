import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { presentEach } from '../kernel/live/live'
import type { Domain } from '../platform/domain'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Reaction } from '../kernel/event/event-log'
import { forgetPromises, hasPromises, usesConnectionHours } from './promises'
import { markJob, publishJob, recalculateJob, recalculateLater } from './sla.jobs'
import { breachDigestJob, breachDigestReactions } from './digest/breach-digest'
import { slaPerson } from './sla.person'
import { slaReactions } from './sla.reactions'
import { listTicketPromises, PromiseView, ticketPromiseCalls } from './ticket-promises'

/** Due times depend on targets, hours, holidays and the company's time zone; `subscription.changed` is recorded when the zone changes. */
const changedTerms: Reaction = {
  on: [
    ...(['queue.created', 'queue.updated', 'queue.deleted', 'companySchedule.changed'] as const),
    ...(['holiday.created', 'holiday.updated', 'holiday.deleted', 'subscription.changed'] as const),
  ],
  run: followTerms,
}

const changedConnection: Reaction = {
  on: ['connection.updated'],
  run: (ctx) => void (usesConnectionHours(ctx) && followTerms(ctx)),
}

function followTerms(ctx: CompanyContext) {
  const had = hasPromises(ctx)
  forgetPromises(ctx)
  if (had || hasPromises(ctx)) recalculateLater(ctx)
}

const recalculatedLive = presentEach({
  'slaTargets.applied': (_, { number }) => [{ topics: ['all'], event: 'reload', number, data: undefined }],
})

export const slaDomain = {
  name: 'sla',
  calls: ticketPromiseCalls,
  views: { PromiseView },
  routes: ({ guard }) =>
    answerCalls(new Elysia({ name: 'sla-routes' }).use(guard), ticketPromiseCalls, {
      'GET /tickets/:id/promises': ({ ctx, params }) => listTicketPromises(ctx, params.id),
    }),
  presenters: [recalculatedLive],
  reactions: [changedTerms, changedConnection, ...slaReactions, ...breachDigestReactions],
  jobs: {
    'sla.mark': markJob,
    'sla.recalculate': recalculateJob,
    'sla.publish': publishJob,
    'sla.digest': breachDigestJob,
  },
  person: slaPerson,
} satisfies Domain
