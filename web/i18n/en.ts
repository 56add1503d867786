import { conversation } from './en/conversation'
import { frame } from './en/frame'
import { message } from './en/message'
import { session } from './en/session'
import { ticket } from './en/ticket'
import { ui } from './en/ui'
import type { Texts } from './pt'

export const en: Texts = { ui, frame, session, message, conversation, ticket }
