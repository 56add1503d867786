import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId, MessageId, TicketId, UserId } from '../../kernel/ids'
import { startOfHour, timeZoneOf } from '../../kernel/time/time-zone'
import { indexMessagesInTime } from '../search/index-messages'
import type { MessageData } from '../message.answers'
import type { MediaType, ProviderData, SendState } from '../message.contract'

interface NewMessage {
  ticketId: TicketId
  isGroup: boolean
  connectionId: ConnectionId | null
  providerId: string | null
  /** The author; null when the message is ours. */
  contactId: ContactId | null
  userId: UserId | null
  fromMe: boolean
  body: string
  mediaType: MediaType | null
  ack: number
  quotedMessageId: MessageId | null
  isPrivate: boolean
  isForwarded: boolean
  sendState: SendState | null
  data: MessageData | null
  providerData: ProviderData | null
  clientId: string | null
  /** Not sent before this time, in milliseconds since 1970. */
  sendAfter?: number | null
  at: number
  /** Imported history, which is not counted in any figure. */
  isHistory?: true
}

const statements = perCompany(({ sqlite }) => ({
  insert: sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO message (ticket_id, connection_id, provider_id, contact_id, user_id, from_me, body, media_type, ack,
       quoted_message_id, is_private, is_forwarded, send_state, data, provider_data, client_id, send_after,
       created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING id`,
  ),
  count: sqlite.prepare<unknown, [number, number, number]>(
    `INSERT INTO message_count VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET messages = messages + 1`,
  ),
}))

const json = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Stores a message. Returns undefined when its provider id or client id is known already; a unique index decides. */
export function storeMessage(ctx: CompanyContext, message: NewMessage): MessageId | undefined {
  const { insert, count } = statements(ctx.company)
  const row = insert.get(
    message.ticketId,
    message.connectionId,
    message.providerId,
    message.contactId,
    message.userId,
    Number(message.fromMe),
    message.body,
    message.mediaType,
    message.ack,
    message.quotedMessageId,
    Number(message.isPrivate),
    Number(message.isForwarded),
    message.sendState,
    json(message.data),
    json(message.providerData),
    message.clientId,
    message.sendAfter ?? null,
    message.at,
  )
  if (!row) return undefined
  if (!message.isPrivate && !message.isHistory) {
    count.run(startOfHour(message.at, timeZoneOf(ctx)), Number(message.fromMe), Number(message.isGroup))
  }
  indexMessagesInTime(ctx, row.id)
  return row.id
}
