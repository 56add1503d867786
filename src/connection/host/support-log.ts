import type { CompanyContext } from '../../kernel/company/company-context'
import type { Operator } from '../../kernel/http/super-user-guard'
import { minuteMs } from '../../kernel/time/durations.contract'
import { type ActedOn, auditSupport, isSupportAudited } from '../../platform/company/support-audit'
import type { Platform } from '../../platform/platform'
import type { SupportAct } from '../connection.contract'

/** Within this time, reading the same code again is the same act: the open dialog polls. */
const sameReadingMs = 10 * minuteMs

interface LoggedAct<Answer> {
  operator: Operator
  what: SupportAct
  connection: ActedOn
  perform: () => Answer | Promise<Answer>
}

/** Logs the host's act for the company's admins, and performs it. A refused act is not logged. */
export async function logSupportAct<Answer>(
  platform: Platform,
  ctx: CompanyContext,
  { perform, ...act }: LoggedAct<Answer>,
): Promise<Answer> {
  // Before the act, so that a crash leaves no act without its entry.
  const undo = auditSupport(platform, ctx, act)
  try {
    return await perform()
  } catch (error) {
    undo()
    throw error
  }
}

/** Logs that the host has seen a code that pairs an account. */
export function logShownCode(
  platform: Platform,
  ctx: CompanyContext,
  { operator, connection }: { operator: Operator; connection: Required<ActedOn> },
) {
  const act = { operator, what: 'connectionCodeShown' satisfies SupportAct, connection }
  const since = new Date(ctx.now.getTime() - sameReadingMs)
  if (!isSupportAudited(platform, ctx, { ...act, since })) auditSupport(platform, ctx, act)
}
