import { desc, eq, isNotNull } from 'drizzle-orm'
import { afterCommit, type CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { CompanyId, ConnectionId, MessageId, TicketId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import type { OutboundChangeKind } from '../message.contract'
import type { TicketRow } from '../../ticket/ticket.queries'
import { messageTable, outboundChangeTable } from '../message.tables'

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

/** Read marks reach back no further than this. */
const rowsMax = 200
const fewRows = 8
const ackRead = 3

const { id, ticketId, fromMe, ack, providerData, createdAt } = messageTable

const statements = {
  newest: statement((db, of: { ticketId: TicketId; limit: number }) =>
    db
      .select({ id, fromMe, ack, isNamed: asFlag(isNotNull(providerData)) })
      .from(messageTable)
      .where(eq(ticketId, of.ticketId))
      .orderBy(desc(createdAt), desc(id))
      .limit(of.limit),
  ),
  mark: statement((db, of: { id: MessageId }) => db.update(messageTable).set({ ack: ackRead }).where(eq(id, of.id))),
}

export function queueReadMarks(ctx: CompanyContext, ticket: Pick<TicketRow, 'id' | 'connectionId'>) {
  const { connectionId } = ticket
  if (connectionId === null) return
  const ids = findUnmarked(ctx, ticket.id)
  const [last] = ids
  if (last === undefined) return
  ctx.transaction(() => {
    for (const id of ids) statements.mark.run(ctx, { id })
    addOutboundChange(ctx, connectionId, last, 'read', { ids })
  })
}

function findUnmarked(ctx: CompanyContext, ticketId: TicketId): MessageId[] {
  for (const limit of [fewRows, rowsMax]) {
    const rows = statements.newest.all(ctx, { ticketId, limit })
    const received = rows.filter((row) => !row.fromMe && row.isNamed)
    const marked = received.findIndex((row) => row.ack >= ackRead)
    if (marked !== -1) return idsOf(received.slice(0, marked))
    if (rows.length < limit || limit === rowsMax) return idsOf(received)
  }
  return []
}

const idsOf = (rows: readonly { id: MessageId }[]) => rows.map(({ id }) => id)
