import type { Channel } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { findMessageRow } from '../message.queries'
import { createTypingThrottle } from '../presence/typing-throttle'
import { addressOf } from './outgoing-message'
import type { OutboxItem } from './waiting-items.view'

/** Providers stop showing typing after about ten seconds. */
const throttle = perCompany(() => createTypingThrottle(8_000))

/** Shows the contact that we are typing while a message waits for its time. Failures are ignored. */
export function showTyping(ctx: CompanyContext, item: OutboxItem, channel: Channel) {
  const message = item.kind === 'message' ? findMessageRow(ctx, item.messageId) : undefined
  if (!message || message.connectionId === null || message.sendState !== 'queued') return
  const state = message.data?.file?.voiceNote ? 'recording' : 'composing'
  if (!throttle(ctx.company)(message.ticketId, state, ctx.now.getTime())) return
  try {
    void channel.setTyping(addressOf(ctx, message.ticketId, message.connectionId), state).catch(() => {})
  } catch {
    // The outbox reports an unreachable contact when it sends the message.
  }
}
