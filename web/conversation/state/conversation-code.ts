import type { PagePart } from '../../page/page-definition'
import { lazyPart } from '../../ui/layout/lazy-part'

/** Loaded for an open ticket only, because the list does without it. */
export const ConversationPane = lazyPart(() => import('../conversation-pane').then((code) => code.ConversationPane))

export const conversationPart: PagePart = {
  source: 'conversation/conversation-pane',
  fetch: ConversationPane.fetch,
}
