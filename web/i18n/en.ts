import { conversation } from './en/conversation'
import { error } from './en/error'
import { frame } from './en/frame'
import { message } from './en/message'
import { session } from './en/session'
import { ticket } from './en/ticket'
import { ui } from './en/ui'
import type { AreaLoaders, Texts } from './pt'

export const en: Texts = { ui, error, frame, session, message, conversation, ticket }

export const areas: AreaLoaders = {
  connection: () => import('./en/connection'),
  dashboard: () => import('./en/dashboard'),
  finance: () => import('./en/finance'),
  hours: () => import('./en/hours'),
  contactDrawer: () => import('./en/contact-drawer'),
  queue: () => import('./en/queue'),
  signup: () => import('./en/signup'),
  schedule: () => import('./en/schedule'),
  user: () => import('./en/user'),
}
