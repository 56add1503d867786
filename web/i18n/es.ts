import { conversation } from './es/conversation'
import { frame } from './es/frame'
import { message } from './es/message'
import { session } from './es/session'
import { ticket } from './es/ticket'
import { ui } from './es/ui'
import type { Texts } from './pt'

export const es: Texts = { ui, frame, session, message, conversation, ticket }
