import { conversation } from './pt/conversation'
import { frame } from './pt/frame'
import { message } from './pt/message'
import { session } from './pt/session'
import { ticket } from './pt/ticket'
import { ui } from './pt/ui'

/** The texts of every page, in Portuguese. The other languages have exactly the same shape. */
export const pt = { ui, frame, session, message, conversation, ticket }

export type Texts = typeof pt
