import { findConnection } from '../../connection/connection.queries'
import { clearProviderWarning, noteProviderWarning } from '../../connection/inbox/provider-warning'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId } from '../../kernel/ids'
import { findMessageRow } from '../message.queries'

/** Meta's errors that concern the account until its owner acts: it cannot pay, or it is locked. */
const accountProblem = /^(?:131042|131031)\b/
const delivered = 2

/** Warns of an account for which nothing is delivered, until something is. */
export function followAccountProblem(ctx: CompanyContext, messageId: MessageId, ack: number) {
  if (ack >= 0 && ack < delivered) return
  const message = findMessageRow(ctx, messageId)
  const connection = message?.connectionId ? findConnection(ctx, message.connectionId) : undefined
  if (!message || !connection) return
  const { providerWarning, warnedAt } = connection
  if (ack < 0) {
    const error = message.sendError ?? ''
    if (accountProblem.test(error) && error !== providerWarning) noteProviderWarning(ctx, connection.id, error)
  } else if (warnedAt && warnedAt < message.createdAt && accountProblem.test(providerWarning)) {
    clearProviderWarning(ctx, connection.id)
  }
}
