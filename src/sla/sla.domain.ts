import type { Domain } from '../platform/domain'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Reaction } from '../kernel/event/event-log'
import { forgetPromises, hasPromises, usesConnectionHours } from './promises'
import { markJob, recalculateJob, recalculateLater } from './sla.jobs'
import { breachDigestJob, breachDigestReactions } from './digest/breach-digest'
import { slaPerson } from './sla.person'
import { slaReactions } from './sla.reactions'

/** What is due changes with targets, hours and holidays. */
const changedTerms: Reaction = {
  on: [
    ...(['queue.created', 'queue.updated', 'queue.deleted', 'companySchedule.changed'] as const),
    ...(['holiday.created', 'holiday.updated', 'holiday.deleted'] as const),
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

export const slaDomain = {
  name: 'sla',
  reactions: [changedTerms, changedConnection, ...slaReactions, ...breachDigestReactions],
  jobs: { 'sla.mark': markJob, 'sla.recalculate': recalculateJob, 'sla.digest': breachDigestJob },
  person: slaPerson,
} satisfies Domain
