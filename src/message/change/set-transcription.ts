import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { indexTranscription } from '../search/index-messages'
import { findMessageRow } from '../message.queries'
import { messageTable } from '../message.tables'

export function setTranscription(ctx: CompanyContext, messageId: MessageId, text: string) {
  ctx.transaction(() => {
    const message = findMessageRow(ctx, messageId)
    if (!message || message.isDeleted || message.data?.transcription === text) return
    const data = { ...message.data, transcription: text }
    ctx.db.update(messageTable).set({ data }).where(eq(messageTable.id, messageId)).run()
    indexTranscription(ctx, messageId, text)
    recordEvent(ctx, 'message.changed', { messageId, ticketId: message.ticketId }, { what: 'transcription' })
  })
}
