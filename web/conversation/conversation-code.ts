import type { PagePart } from '../page/page-definition'
import { lazyPart } from '../ui/lazy-part'

/** What an open ticket needs; the list alone does without, and so does its first load. */
export const ConversationPane = lazyPart(() => import('./conversation-pane').then((code) => code.ConversationPane))

export const conversationPart: PagePart = {
  source: 'conversation/conversation-pane',
  fetch: ConversationPane.fetch,
}
