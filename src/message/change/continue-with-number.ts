import { eq } from 'drizzle-orm'
import { moveToNumber } from '../../contact/number/move-to-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import '../message.events'
import { getMessage } from '../message.queries'
import { messageTable } from '../message.tables'

/** Does nothing the second time. @throws Refusal ERR_NO_MESSAGE_FOUND for another message, and as `moveToNumber` */
export function continueWithNumber(ctx: CompanyContext, messageId: MessageId) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    const change = message.data?.numberChange ?? refuse('ERR_NO_MESSAGE_FOUND')
    if (change.isDone) return
    moveToNumber(ctx, ticket.contactId, change.number, message.createdAt)
    const data = { ...message.data, numberChange: { ...change, isDone: true as const } }
    ctx.db.update(messageTable).set({ data }).where(eq(messageTable.id, messageId)).run()
    // A merge may have moved it.
    const { ticketId } = getMessage(ctx, messageId).message
    recordEvent(ctx, 'message.changed', { messageId, ticketId }, { what: 'text' })
  })
}
