import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import { enqueueJob } from '../../kernel/job/jobs'
import { isPartyOf } from './apply-inbound-change'
import { previewOf, readContent } from './inbound-content'
import type { InboundConnection } from './inbound-message'
import type { KnownMessage } from '../message.queries'
import type { MessageEvent } from './inbound-message'
import { refreshPreview } from '../change/refresh-preview'

/** Replaces the placeholder of a message that could not be decrypted before. */
export function fillPlaceholder(
  ctx: CompanyContext,
  connection: InboundConnection,
  known: KnownMessage,
  event: MessageEvent,
) {
  if (event.content.kind === 'unknown' || known.is_deleted) return
  if (!isPartyOf(ctx, connection, event.author ?? event.chat, known)) return
  const content = readContent(event.content)
  const { body, mediaType, data, source } = content
  ctx.company.sqlite.run('UPDATE message SET body = ?, media_type = ?, data = ?, provider_data = ? WHERE id = ?', [
    body,
    mediaType,
    data ? JSON.stringify(data) : null,
    JSON.stringify({ key: event.key, ...(source ? { source } : {}) }),
    known.id,
  ])
  const messageId = known.id
  if (source) enqueueJob(ctx, 'message.fetchMedia', { messageId }, { dedupeKey: `message.fetchMedia ${messageId}` })
  refreshPreview(ctx, { messageId, ticketId: known.ticket_id, preview: previewOf(content) })
  recordEvent(ctx, 'message.changed', { messageId, ticketId: known.ticket_id }, { what: 'text' })
}
