import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageCause } from './message-trace.contract'

const running = perCompany((): { cause?: MessageCause | undefined } => ({}))

/** Messages that `fn` queues say that they were written for this cause. The innermost one counts. */
export function withCause<T>(
  ctx: CompanyContext,
  cause: MessageCause,
  fn: () => T extends PromiseLike<unknown> ? never : T,
): T {
  const state = running(ctx.company)
  const outer = state.cause
  state.cause = cause
  try {
    return fn()
  } finally {
    state.cause = outer
  }
}

export const currentCause = (ctx: CompanyContext): MessageCause | undefined => running(ctx.company).cause
