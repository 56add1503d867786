import { connection } from './en/connection'
import { conversation } from './en/conversation'
import { error } from './en/error'
import { frame } from './en/frame'
import { message } from './en/message'
import { queue } from './en/queue'
import { session } from './en/session'
import { ticket } from './en/ticket'
import { ui } from './en/ui'
import { user } from './en/user'
import type { Texts } from './pt'

export const en: Texts = { ui, error, frame, session, message, conversation, ticket, connection, queue, user }
