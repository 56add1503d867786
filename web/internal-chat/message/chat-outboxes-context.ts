import { createRequiredContext } from '../../ui/context/required-context'
import type { ChatOutboxes } from './chat-outbox'

/** Belongs to one running app; created with the first chat. */
export interface KeptChatOutboxes {
  current: ChatOutboxes | undefined
}

export const [ChatOutboxesContext, useKeptChatOutboxes] = createRequiredContext<KeptChatOutboxes>('<App>')
