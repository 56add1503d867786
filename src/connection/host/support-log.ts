import type { CompanyContext } from '../../kernel/company/company-context'
import type { Operator } from '../../kernel/http/super-user-guard'
import type { ConnectionId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'
import { type ActedOn, auditSupport, isSupportAudited } from '../../platform/company/support-audit'
import type { Platform } from '../../platform/platform'
import type { SupportAct } from '../connection.contract'

/** Within this time, reading the same code again is the same act: the open dialog polls. */
const sameReadingMs = 10 * minuteMs

/** Logs the host's act for the company's admins, and performs it. A refused act is not logged. */
export async function logSupportAct<Answer>(
  platform: Platform,
  operator: Operator,
  ctx: CompanyContext,
  { what, connection }: { what: SupportAct; connection: ActedOn },
  act: () => Answer | Promise<Answer>,
): Promise<Answer> {
  // Before the act, so that a crash leaves no act without its entry.
  const undo = auditSupport(platform, operator, ctx, what, connection)
  try {
    return await act()
  } catch (error) {
    undo()
    throw error
  }
}

/** Logs that the host has seen a code that pairs an account. */
export function logShownCode(
  platform: Platform,
  operator: Operator,
  ctx: CompanyContext,
  { id, name }: { id: ConnectionId; name: string },
) {
  const what: SupportAct = 'connectionCodeShown'
  const since = new Date(ctx.now.getTime() - sameReadingMs)
  if (!isSupportAudited(platform, operator, ctx, what, id, since))
    auditSupport(platform, operator, ctx, what, { id, name })
}
