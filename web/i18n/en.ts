import { conversation } from './en/conversation'
import { error } from './en/error'
import { frame } from './en/frame'
import { message } from './en/message'
import { session } from './en/session'
import { ticket } from './en/ticket'
import { ui } from './en/ui'
import type { Texts } from './pt'

export const en: Texts = { ui, error, frame, session, message, conversation, ticket }
