import type { InboundEvent } from '../../channel/channel'
import type { MessageImport } from '../../connection/history/message-import.queries'
import { resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundConnection } from './inbound-message'
import { receiveMessage } from './receive-message'

/** Without events, answers and figures. Changes are skipped: a history contains their result. */
export function interpretHistory(
  ctx: CompanyContext,
  connection: InboundConnection,
  events: readonly InboundEvent[],
  rules: MessageImport | undefined,
) {
  for (const event of events) {
    if (event.type === 'group')
      resolveContact(ctx, event.party, { connectionId: connection.id, isGroup: true, isHistory: true })
    if (event.type !== 'message') continue
    receiveMessage(ctx, connection, event, {
      groups: rules?.withGroups ?? connection.allowGroup,
      queueId: rules?.queueId ?? null,
      waits: rules ? !rules.closes : false,
    })
  }
}
