import type { CompanyContext } from '../../kernel/company/company-context'
import { afterCommit } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { CompanyId, ConnectionId, MessageId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import type { OutboundChangeKind } from '../message.contract'
import { outboundChangeTable } from '../message.tables'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    wakeOutbox(companyId: CompanyId, connectionId: ConnectionId): void
  }
}

type NewChange = Omit<typeof outboundChangeTable.$inferInsert, 'id' | 'attempts' | 'sendAfter'>

const insert = statement((db, change: NewChange) =>
  db.insert(outboundChangeTable).values(pick(change, 'connectionId', 'messageId', 'kind', 'payload', 'createdAt')),
)

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
  insert.run(ctx, { connectionId, messageId, kind, payload, createdAt: ctx.now })
  outboxWake(ctx, connectionId)
}
