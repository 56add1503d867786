import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId } from '../../kernel/ids'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import type { TicketRow } from '../../ticket/ticket.queries'
import { followOptions, type Visit } from '../chatbot/follow-options'
import { findMedia } from '../../kernel/file/media-store'
import type { OfferedMenu } from '../../message/message.answers'
import { queueAutomaticText } from '../../message/send/queue-message'

export function enterChosenQueue(
  ctx: CompanyContext,
  ticket: Pick<TicketRow, 'id'>,
  connection: Connection,
  { isGreeted, ...words }: Pick<Visit, 'message' | 'isUnanswered'> & { isGreeted?: boolean | undefined } = {},
) {
  return followOptions(ctx, { ticket, connection, ...words }, { kind: 'queue', isGreeted })
}

export const unanswered = (messageId: MessageId) => ({ message: { messageId }, isUnanswered: true })

/** The queue's, else the connection's, where the company wants it. Options always need it. */
export function enterOnlyQueue(ctx: CompanyContext, message: InboundMessage) {
  const { ticket, connection } = message
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  const greets = isSettingEnabled(ctx, 'sendGreetingMessageOneQueues')
  const hasOwn = !!queue?.greetingMessage.trim() && (greets || queue.chatbotCount > 0)
  if (greets && !hasOwn) sendGreeting(ctx, ticket, connection, connection.greetingMessage)
  followOptions(ctx, { ticket, connection, message, isUnanswered: true }, { kind: 'queue', isGreeted: !hasOwn })
}

export function sendGreeting(
  ctx: CompanyContext,
  ticket: TicketRow,
  connection: Connection,
  text: string,
  menu?: OfferedMenu,
) {
  queueAutomaticText(ctx, ticket, text, { media: findMedia(ctx, connection.greetingMediaId), menu })
}
