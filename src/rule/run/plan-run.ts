import { perCompany } from '../../kernel/company/company-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId, TicketId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import type { ActiveRule } from '../active-rules'
import { switchOff } from './switch-off'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'rule.run': PlannedRun
  }
}

export interface PlannedRun {
  ruleId: number
  ticketId: TicketId
  /** What happened, once per ticket and rule. */
  cause: string
  /** Of the message that was received, or the body of a call. */
  messageId?: MessageId
  called?: unknown
  /** The conditions were met when it happened. */
  isJudged?: true
  /** How many rules led to this. */
  depth: number
}

/** Of rules that lead to each other. */
const depthMax = 5

/** How many rules led to the steps that run now. */
const running = perCompany(() => ({ depth: 0 }))

export const depthNow = (ctx: CompanyContext) => running(ctx.company).depth

/** Events that `fn` records count as caused by a rule of this depth. */
export function atDepth<T>(ctx: CompanyContext, depth: number, fn: () => T): T {
  const state = running(ctx.company)
  const before = state.depth
  state.depth = depth
  try {
    return fn()
  } finally {
    state.depth = before
  }
}

/**
 * In the transaction of what happened; runs right after it. A savepoint instead would see a ticket that the rest of the
 * transaction still moves, and would make every filed message wait for the rules' steps.
 */
export function planRun(
  ctx: CompanyContext,
  rule: ActiveRule,
  run: Omit<PlannedRun, 'ruleId' | 'depth'>,
  depth = depthNow(ctx),
) {
  if (depth >= depthMax) return switchOff(ctx, rule, { error: 'ERR_RULE_LOOP', ticketId: run.ticketId })
  const dedupeKey = `rule ${rule.id} ${run.ticketId} ${run.cause}`
  enqueueJob(ctx, 'rule.run', { ...run, ruleId: rule.id, depth }, { dedupeKey })
}
