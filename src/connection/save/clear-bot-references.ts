import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { BotRecordKind } from '../../queue/queue.queries'
import { clearIntegrationOfQueues } from '../../queue/chatbot/clear-targets'
import type { ConnectionOptions } from '../connection.contract'
import { listConnections, optionsOf } from '../connection.queries'
import { connectionTable } from '../connection.tables'

/** Call it in the transaction that deletes the record. */
export function clearBotReferences(ctx: CompanyContext, kind: BotRecordKind, id: number) {
  if (kind === 'integration') clearIntegrationOfQueues(ctx, id)
  for (const connection of listConnections(ctx)) {
    const options = optionsOf(connection)
    const changes = withoutRecord(options, kind, id)
    if (Object.keys(changes).length === 0) continue
    const next = { ...options, ...changes }
    ctx.db
      .update(connectionTable)
      .set({ options: next, updatedAt: ctx.now })
      .where(eq(connectionTable.id, connection.id))
      .run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId: connection.id })
  }
}

function withoutRecord(options: ConnectionOptions, kind: BotRecordKind, id: number): Partial<ConnectionOptions> {
  if (kind !== 'flow') {
    const field = `${kind}Id` as const
    return options[field] === id ? { [field]: null } : {}
  }
  const { flowIdWelcome, flowIdNotPhrase, flowIdsScheduled } = options
  return {
    ...(flowIdWelcome === id ? { flowIdWelcome: null } : {}),
    ...(flowIdNotPhrase === id ? { flowIdNotPhrase: null } : {}),
    ...(flowIdsScheduled.includes(id) ? { flowIdsScheduled: flowIdsScheduled.filter((other) => other !== id) } : {}),
  }
}
