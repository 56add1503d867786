import type { CompanyContext } from '../kernel/company/company-context'
import type { Media } from '../kernel/file/media-store'
import { findChatMessage } from './chat-messages.view'
import { findChatForActor } from './internal-chat.queries'

export function mayReadChatFile(ctx: CompanyContext, { ownerId }: Media) {
  const message = findChatMessage(ctx, ownerId)
  return message !== undefined && findChatForActor(ctx, message.chatId) !== undefined
}
