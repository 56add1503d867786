import { findConnection, findSendFault } from '../../connection/connection.queries'
import { endProviderWarning, noteProviderWarning } from '../../connection/inbox/provider-warning'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId } from '../../kernel/ids'
import { findMessageRow } from '../message.queries'

const delivered = 2

export function followAccountProblem(ctx: CompanyContext, messageId: MessageId, ack: number) {
  if (ack >= 0 && ack < delivered) return
  const message = findMessageRow(ctx, messageId)
  const connection = message?.connectionId ? findConnection(ctx, message.connectionId) : undefined
  if (!message || !connection) return
  const { id, providerWarning, warnedAt } = connection
  const isOfAccount = (error: string) => findSendFault(ctx, id, error) === 'account'
  if (ack < 0) {
    const error = message.sendError ?? ''
    if (error !== providerWarning && isOfAccount(error)) noteProviderWarning(ctx, id, error)
  } else if (warnedAt && warnedAt < message.createdAt && isOfAccount(providerWarning)) endProviderWarning(ctx, id)
}
