import type { Domain } from '../platform/domain'
import { eraseMessagesOfUser } from './internal-chat.commands'
import { internalChatLive } from './internal-chat.live'
import { internalChatReactions } from './internal-chat.reactions'
import { internalChatRoutes } from './internal-chat.routes'
import { mayReadChatFile } from './may-read-chat-file'

export const internalChatDomain: Domain = {
  name: 'internal-chat',
  routes: ({ guard }) => internalChatRoutes(guard),
  reactions: internalChatReactions,
  beforeDelete: { user: eraseMessagesOfUser },
  presenters: [internalChatLive],
  mediaGuards: { 'internal-chat': mayReadChatFile },
}
