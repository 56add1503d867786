import { conversation } from './es/conversation'
import { error } from './es/error'
import { frame } from './es/frame'
import { message } from './es/message'
import { session } from './es/session'
import { ticket } from './es/ticket'
import { ui } from './es/ui'
import type { AreaLoaders, Texts } from './pt'

export const es: Texts = { ui, error, frame, session, message, conversation, ticket }

export const areas: AreaLoaders = {
  connection: () => import('./es/connection'),
  dashboard: () => import('./es/dashboard'),
  finance: () => import('./es/finance'),
  hours: () => import('./es/hours'),
  contactDrawer: () => import('./es/contact-drawer'),
  queue: () => import('./es/queue'),
  signup: () => import('./es/signup'),
  schedule: () => import('./es/schedule'),
  user: () => import('./es/user'),
}
