import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId, TicketId } from '../../kernel/ids'

export interface NotedMessage {
  messageId: MessageId
  preview: string
  at: Date
  /** `add` for a contact's message, `clear` for a reply, `keep` for anything else. */
  unread: 'add' | 'clear' | 'keep'
}

const previewLengthMax = 255

const statements = perCompany(({ sqlite }) => {
  const prepare = (unread: string, more = '') =>
    sqlite.prepare<unknown, (string | number)[]>(
      `UPDATE ticket SET last_message = ?, last_message_id = ?, unread_messages = ${unread},${more} updated_at = max(updated_at, ?)
       WHERE id = ?`,
    )
  return {
    add: prepare('unread_messages + 1', 'snoozed_until = NULL, seen_user_id = NULL,'),
    clear: prepare('0'),
    keep: prepare('unread_messages'),
  }
})

/**
 * Updates the ticket's last message, which moves it to the top of its list. A contact's message ends a snooze, and
 * nobody has seen it. Records no event, since the message's event updates browsers about both.
 */
export function noteMessageOnTicket(ctx: CompanyContext, ticketId: TicketId, message: NotedMessage) {
  const { messageId, preview, at, unread } = message
  statements(ctx.company)[unread].run(preview.slice(0, previewLengthMax), messageId, at.getTime(), ticketId)
}

const repreview = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number)[]>(
    'UPDATE ticket SET last_message = ? WHERE id = ? AND last_message_id = ?',
  ),
)

export function changeMessageOnTicket(ctx: CompanyContext, ticketId: TicketId, messageId: MessageId, preview: string) {
  repreview(ctx.company).run(preview.slice(0, previewLengthMax), ticketId, messageId)
}

const replace = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    'UPDATE ticket SET last_message = ?, last_message_id = ? WHERE id = ?',
  ),
)

export function replaceLastMessage(
  ctx: CompanyContext,
  ticketId: TicketId,
  newest: Pick<NotedMessage, 'messageId' | 'preview'> | undefined,
) {
  replace(ctx.company).run((newest?.preview ?? '').slice(0, previewLengthMax), newest?.messageId ?? null, ticketId)
}
