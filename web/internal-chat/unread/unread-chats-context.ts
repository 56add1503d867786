import { createRequiredContext } from '../../ui/context/required-context'
import type { UnreadChatsModel } from './unread-chats-model'

export const [UnreadChatsContext, useUnreadChats] = createRequiredContext<UnreadChatsModel>('<App>')
