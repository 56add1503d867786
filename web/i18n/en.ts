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
  announcement: () => import('./en/announcement'),
  connection: () => import('./en/connection'),
  contactDrawer: () => import('./en/contact-drawer'),
  dashboard: () => import('./en/dashboard'),
  finance: () => import('./en/finance'),
  hours: () => import('./en/hours'),
  internalChat: () => import('./en/internal-chat'),
  queue: () => import('./en/queue'),
  schedule: () => import('./en/schedule'),
  setting: () => import('./en/setting'),
  signup: () => import('./en/signup'),
  user: () => import('./en/user'),
}
