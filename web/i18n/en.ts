import { conversation } from './en/conversation'
import { frame } from './en/frame'
import { message } from './en/message'
import { session } from './en/session'
import { ticket } from './en/ticket'
import { ui } from './en/ui'
import type { AreaLoaders } from './areas'
import type { Texts } from './pt'

export const en: Texts = { ui, frame, session, message, conversation, ticket }

export const areas: AreaLoaders = {
  account: () => import('./en/account'),
  agent: () => import('./en/agent'),
  aiProvider: () => import('./en/ai-provider'),
  announcement: () => import('./en/announcement'),
  apiToken: () => import('./en/api-token'),
  attendances: () => import('./en/attendances'),
  audit: () => import('./en/audit'),
  campaign: () => import('./en/campaign'),
  company: () => import('./en/company'),
  connection: () => import('./en/connection'),
  contact: () => import('./en/contact'),
  contactImport: () => import('./en/contact-import'),
  contactList: () => import('./en/contact-list'),
  dashboard: () => import('./en/dashboard'),
  error: () => import('./en/error'),
  externalApi: () => import('./en/external-api'),
  fileList: () => import('./en/file-list'),
  finance: () => import('./en/finance'),
  flow: () => import('./en/flow'),
  flowEditor: () => import('./en/flow-editor'),
  help: () => import('./en/help'),
  holiday: () => import('./en/holiday'),
  host: () => import('./en/host'),
  hours: () => import('./en/hours'),
  integration: () => import('./en/integration'),
  internalChat: () => import('./en/internal-chat'),
  kanban: () => import('./en/kanban'),
  macro: () => import('./en/macro'),
  messageTrace: () => import('./en/message-trace'),
  moments: () => import('./en/moments'),
  offline: () => import('./en/offline'),
  phrase: () => import('./en/phrase'),
  place: () => import('./en/place'),
  plan: () => import('./en/plan'),
  presence: () => import('./en/presence'),
  prompt: () => import('./en/prompt'),
  push: () => import('./en/push'),
  queue: () => import('./en/queue'),
  quickMessage: () => import('./en/quick-message'),
  restored: () => import('./en/restored'),
  role: () => import('./en/role'),
  rule: () => import('./en/rule'),
  schedule: () => import('./en/schedule'),
  security: () => import('./en/security'),
  setting: () => import('./en/setting'),
  setupChecklist: () => import('./en/setup-checklist'),
  signIn: () => import('./en/sign-in'),
  sla: () => import('./en/sla'),
  systemImport: () => import('./en/system-import'),
  tag: () => import('./en/tag'),
  template: () => import('./en/template'),
  ticketDialog: () => import('./en/ticket-dialog'),
  todo: () => import('./en/todo'),
  user: () => import('./en/user'),
  webhook: () => import('./en/webhook'),
}
