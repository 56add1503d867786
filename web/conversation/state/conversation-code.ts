import type { PagePart } from '../../page/page-definition'
import { isHydrating } from '../../ui/layout/later-part'
import { lazyPart } from '../../ui/layout/lazy-part'
import { LaterMessageList } from '../list/later-message-list'

/** Loaded for an open ticket only, because the list does without it. */
export const ConversationPane = lazyPart(async () => {
  const messages = isHydrating() ? undefined : LaterMessageList.fetch()
  const [code] = await Promise.all([import('../conversation-pane'), messages])
  return code.ConversationPane
})

export const conversationPart: PagePart = {
  source: 'conversation/conversation-pane',
  fetch: ConversationPane.fetch,
}

export const messageListPart: PagePart = {
  source: 'conversation/list/message-list',
  isLater: true,
  fetch: LaterMessageList.fetch,
}
