import { eq } from 'drizzle-orm'
import { unmasked } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { MessageId } from '../../kernel/ids'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { assertChannelCan } from '../compose/compose-messages'
import { mentionsIn } from '../mention/mentions'
import type { MessageData } from '../message.answers'
import { canEditMessage } from '../message.policy'
import { getMessage, type MessageRow } from '../message.queries'
import { messageTable } from '../message.tables'
import { addOutboundChange } from '../outbox/outbound-change'
import { recordStep } from '../trace/record-step'
import { refreshPreview } from './refresh-preview'

/** @throws Refusal ERR_EDIT_WAPP_MSG when it may no longer be edited */
export function editMessage(ctx: CompanyContext, messageId: MessageId, text: string, picked: readonly number[] = []) {
  ctx.transaction(() => {
    const { message, ticket } = getMessage(ctx, messageId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (!canEditMessage(ctx.actor, message, ctx.now)) refuse('ERR_EDIT_WAPP_MSG')
    if (!message.isPrivate) assertChannelCan(ticket.channel, 'edit')
    const body = unmasked(ctx, text, message.body)
    const mentions = message.isPrivate ? mentionsIn(ctx, ticket, body, picked) : undefined
    const data = message.isPrivate && (mentions || message.data) ? { ...message.data, mentions } : message.data
    ctx.db.update(messageTable).set({ body, data, editedAt: ctx.now }).where(eq(messageTable.id, messageId)).run()
    recordStep(ctx, messageId, 'edited')
    if (isWithProvider(message) && ticket.connectionId !== null) {
      addOutboundChange(ctx, ticket.connectionId, messageId, 'edit', { text: body })
    }
    refreshPreview(ctx, { messageId, ticketId: ticket.id, preview: body })
    recordEvent(
      ctx,
      'message.changed',
      { messageId, ticketId: ticket.id },
      { what: 'text', ...mentionChange(message.data?.mentions, mentions) },
    )
  })
}

const idsOf = (mentions: NonNullable<MessageData['mentions']>) => new Set(mentions.map(({ id }) => id))

function mentionChange(before: MessageData['mentions'] = [], after: MessageData['mentions'] = []) {
  const [earlier, later] = [idsOf(before), idsOf(after)]
  return { mentioned: [...later.difference(earlier)], unmentioned: [...earlier.difference(later)] }
}

/** What is still queued is sent with its current text. */
export function isWithProvider({ providerId, sendState }: Pick<MessageRow, 'providerId' | 'sendState'>) {
  return providerId !== null && sendState !== 'queued' && sendState !== 'failed'
}
