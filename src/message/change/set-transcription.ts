import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { indexTranscription } from '../search/index-transcription'
import '../message.events'
import { findMessageRow } from '../message.queries'

/** Stores the text of a voice note, shown below it. Does nothing if the message was deleted meanwhile. */
export function setTranscription(ctx: CompanyContext, messageId: MessageId, text: string) {
  ctx.transaction(() => {
    const message = findMessageRow(ctx, messageId)
    if (!message || message.isDeleted || message.data?.transcription === text) return
    ctx.company.sqlite
      .query(`UPDATE message SET data = json_set(ifnull(data, '{}'), '$.transcription', ?) WHERE id = ?`)
      .run(text, messageId)
    indexTranscription(ctx, messageId, text)
    recordEvent(ctx, 'message.changed', { messageId, ticketId: message.ticketId }, { what: 'transcription' })
  })
}
