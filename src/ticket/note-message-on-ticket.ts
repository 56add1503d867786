import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { MessageId, TicketId } from '../kernel/ids'

export interface NotedMessage {
  messageId: MessageId
  /** What a row shows of it: the body, or what kind of file it is. */
  preview: string
  at: Date
  /** `add` for a contact's message, `clear` for an answer of ours, `keep` for what concerns neither. */
  unread: 'add' | 'clear' | 'keep'
}

const previewLengthMax = 255

const statements = perCompany(({ sqlite }) => {
  const prepare = (unread: string) =>
    sqlite.prepare<unknown, (string | number)[]>(
      `UPDATE ticket SET last_message = ?, last_message_id = ?, unread_messages = ${unread}, updated_at = max(updated_at, ?)
       WHERE id = ?`,
    )
  return { add: prepare('unread_messages + 1'), clear: prepare('0'), keep: prepare('unread_messages') }
})

/**
 * Writes on the ticket's row what its newest message is, and moves it up in its list. Records no event: the message's own
 * tells browsers about both.
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

/** After an edit or a deletion: the row follows if that message is the one it shows. */
export function changeMessageOnTicket(ctx: CompanyContext, ticketId: TicketId, messageId: MessageId, preview: string) {
  repreview(ctx.company).run(preview.slice(0, previewLengthMax), ticketId, messageId)
}

const replace = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (string | number | null)[]>(
    'UPDATE ticket SET last_message = ?, last_message_id = ? WHERE id = ?',
  ),
)

/** After messages went to another ticket: what the newest of those that are left is; nothing where none is. */
export function replaceLastMessage(
  ctx: CompanyContext,
  ticketId: TicketId,
  newest: Pick<NotedMessage, 'messageId' | 'preview'> | undefined,
) {
  replace(ctx.company).run((newest?.preview ?? '').slice(0, previewLengthMax), newest?.messageId ?? null, ticketId)
}
