import { conversation } from './es/conversation'
import { frame } from './es/frame'
import { message } from './es/message'
import { session } from './es/session'
import { ticket } from './es/ticket'
import { ui } from './es/ui'
import type { AreaLoaders } from './areas'
import type { Texts } from './pt'

export const es: Texts = { ui, frame, session, message, conversation, ticket }

export const areas: AreaLoaders = {
  account: () => import('./es/account'),
  agent: () => import('./es/agent'),
  aiProvider: () => import('./es/ai-provider'),
  announcement: () => import('./es/announcement'),
  apiToken: () => import('./es/api-token'),
  attendances: () => import('./es/attendances'),
  audit: () => import('./es/audit'),
  campaign: () => import('./es/campaign'),
  company: () => import('./es/company'),
  connection: () => import('./es/connection'),
  contact: () => import('./es/contact'),
  contactImport: () => import('./es/contact-import'),
  contactList: () => import('./es/contact-list'),
  dashboard: () => import('./es/dashboard'),
  error: () => import('./es/error'),
  externalApi: () => import('./es/external-api'),
  fileList: () => import('./es/file-list'),
  finance: () => import('./es/finance'),
  flow: () => import('./es/flow'),
  flowEditor: () => import('./es/flow-editor'),
  help: () => import('./es/help'),
  holiday: () => import('./es/holiday'),
  host: () => import('./es/host'),
  hours: () => import('./es/hours'),
  integration: () => import('./es/integration'),
  internalChat: () => import('./es/internal-chat'),
  kanban: () => import('./es/kanban'),
  macro: () => import('./es/macro'),
  messageTrace: () => import('./es/message-trace'),
  moments: () => import('./es/moments'),
  offline: () => import('./es/offline'),
  phrase: () => import('./es/phrase'),
  place: () => import('./es/place'),
  plan: () => import('./es/plan'),
  presence: () => import('./es/presence'),
  prompt: () => import('./es/prompt'),
  push: () => import('./es/push'),
  queue: () => import('./es/queue'),
  quickMessage: () => import('./es/quick-message'),
  restored: () => import('./es/restored'),
  role: () => import('./es/role'),
  rule: () => import('./es/rule'),
  schedule: () => import('./es/schedule'),
  security: () => import('./es/security'),
  setting: () => import('./es/setting'),
  setupChecklist: () => import('./es/setup-checklist'),
  signIn: () => import('./es/sign-in'),
  sla: () => import('./es/sla'),
  systemImport: () => import('./es/system-import'),
  tag: () => import('./es/tag'),
  template: () => import('./es/template'),
  ticketDialog: () => import('./es/ticket-dialog'),
  todo: () => import('./es/todo'),
  user: () => import('./es/user'),
  webhook: () => import('./es/webhook'),
}
