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
  announcement: () => import('./es/announcement'),
  connection: () => import('./es/connection'),
  contactDrawer: () => import('./es/contact-drawer'),
  dashboard: () => import('./es/dashboard'),
  finance: () => import('./es/finance'),
  hours: () => import('./es/hours'),
  internalChat: () => import('./es/internal-chat'),
  queue: () => import('./es/queue'),
  schedule: () => import('./es/schedule'),
  setting: () => import('./es/setting'),
  signup: () => import('./es/signup'),
  user: () => import('./es/user'),
}
