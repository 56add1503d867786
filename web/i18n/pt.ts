import { conversation } from './pt/conversation'
import { error } from './pt/error'
import { frame } from './pt/frame'
import { message } from './pt/message'
import { session } from './pt/session'
import { ticket } from './pt/ticket'
import { ui } from './pt/ui'

/** The texts that come with every page, in Portuguese. The other languages have exactly the same shape. */
export const pt = { ui, error, frame, session, message, conversation, ticket }

/**
 * Texts that only some pages show: a browser fetches them with the first such page. A route names its areas in `texts`,
 * a panel of the frame exports them.
 */
export const areas = {
  announcement: () => import('./pt/announcement'),
  connection: () => import('./pt/connection'),
  contactDrawer: () => import('./pt/contact-drawer'),
  dashboard: () => import('./pt/dashboard'),
  finance: () => import('./pt/finance'),
  hours: () => import('./pt/hours'),
  internalChat: () => import('./pt/internal-chat'),
  queue: () => import('./pt/queue'),
  schedule: () => import('./pt/schedule'),
  setting: () => import('./pt/setting'),
  signup: () => import('./pt/signup'),
  user: () => import('./pt/user'),
}

export type Texts = typeof pt
export type Area = keyof typeof areas
export type AreaTexts = {
  [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]>> extends Record<Name, infer Own> ? Own : never
}
export type AreaLoaders = { [Name in Area]: () => Promise<Pick<AreaTexts, Name>> }

/** What one app has of its language by now. Areas are added to it; it is never replaced. */
export type LoadedTexts = Texts & Partial<AreaTexts>
