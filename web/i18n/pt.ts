import { connection } from './pt/connection'
import { conversation } from './pt/conversation'
import { error } from './pt/error'
import { frame } from './pt/frame'
import { message } from './pt/message'
import { queue } from './pt/queue'
import { session } from './pt/session'
import { ticket } from './pt/ticket'
import { ui } from './pt/ui'
import { user } from './pt/user'

/** Every text of the interface in Portuguese, area by area. The other languages have exactly the same shape. */
export const pt = { ui, error, frame, session, message, conversation, ticket, connection, queue, user }

export type Texts = typeof pt
