import { conversation } from './pt/conversation'
import { frame } from './pt/frame'
import { message } from './pt/message'
import { session } from './pt/session'
import { ticket } from './pt/ticket'
import { ui } from './pt/ui'

/** The texts of every page, in Portuguese. The other languages have exactly the same shape. */
export const pt = { ui, frame, session, message, conversation, ticket }

/** Loaded with the first page that has them. `npm run check` lists the files here. */
export const areas = {
  account: () => import('./pt/account'),
  agent: () => import('./pt/agent'),
  aiProvider: () => import('./pt/ai-provider'),
  announcement: () => import('./pt/announcement'),
  apiToken: () => import('./pt/api-token'),
  attendances: () => import('./pt/attendances'),
  audit: () => import('./pt/audit'),
  campaign: () => import('./pt/campaign'),
  company: () => import('./pt/company'),
  connection: () => import('./pt/connection'),
  contact: () => import('./pt/contact'),
  contactImport: () => import('./pt/contact-import'),
  contactList: () => import('./pt/contact-list'),
  dashboard: () => import('./pt/dashboard'),
  error: () => import('./pt/error'),
  externalApi: () => import('./pt/external-api'),
  fileList: () => import('./pt/file-list'),
  finance: () => import('./pt/finance'),
  flow: () => import('./pt/flow'),
  flowEditor: () => import('./pt/flow-editor'),
  help: () => import('./pt/help'),
  holiday: () => import('./pt/holiday'),
  host: () => import('./pt/host'),
  hours: () => import('./pt/hours'),
  integration: () => import('./pt/integration'),
  internalChat: () => import('./pt/internal-chat'),
  kanban: () => import('./pt/kanban'),
  macro: () => import('./pt/macro'),
  messageTrace: () => import('./pt/message-trace'),
  moments: () => import('./pt/moments'),
  offline: () => import('./pt/offline'),
  phrase: () => import('./pt/phrase'),
  place: () => import('./pt/place'),
  plan: () => import('./pt/plan'),
  presence: () => import('./pt/presence'),
  prompt: () => import('./pt/prompt'),
  push: () => import('./pt/push'),
  queue: () => import('./pt/queue'),
  quickMessage: () => import('./pt/quick-message'),
  restored: () => import('./pt/restored'),
  role: () => import('./pt/role'),
  rule: () => import('./pt/rule'),
  schedule: () => import('./pt/schedule'),
  security: () => import('./pt/security'),
  setting: () => import('./pt/setting'),
  setupChecklist: () => import('./pt/setup-checklist'),
  signIn: () => import('./pt/sign-in'),
  sla: () => import('./pt/sla'),
  systemImport: () => import('./pt/system-import'),
  tag: () => import('./pt/tag'),
  template: () => import('./pt/template'),
  ticketDialog: () => import('./pt/ticket-dialog'),
  todo: () => import('./pt/todo'),
  user: () => import('./pt/user'),
  webhook: () => import('./pt/webhook'),
}

export type Texts = typeof pt
