import type { CompanyContext } from '../../kernel/company/company-context'
import { afterCommit } from '../../kernel/company/company-context'
import type { CompanyId, ConnectionId, MessageId } from '../../kernel/ids'
import type { OutboundChangeKind } from '../message.contract'
import { outboundChangeTable } from '../message.tables'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    wakeOutbox(companyId: CompanyId, connectionId: ConnectionId): void
  }
}

export function outboxWake(ctx: CompanyContext, connectionId: ConnectionId) {
  afterCommit(ctx, () => ctx.company.services.ports.wakeOutbox(ctx.company.id, connectionId))
}

/** Sent in order, at least once. */
export function addOutboundChange(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  messageId: MessageId,
  kind: OutboundChangeKind,
  payload: Record<string, unknown>,
) {
  ctx.db.insert(outboundChangeTable).values({ connectionId, messageId, kind, payload, createdAt: ctx.now }).run()
  outboxWake(ctx, connectionId)
}
