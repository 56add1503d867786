import { conversation } from './pt/conversation'
import { error } from './pt/error'
import { frame } from './pt/frame'
import { message } from './pt/message'
import { session } from './pt/session'
import { ticket } from './pt/ticket'
import { ui } from './pt/ui'

/** Every text of the interface in Portuguese, area by area. The other languages have exactly the same shape. */
export const pt = { ui, error, frame, session, message, conversation, ticket }

export type Texts = typeof pt
