import type { Language } from './languages'

/**
 * Texts of single pages in each language, loaded with the first such page. Screens list their areas in `texts`; panels
 * of the frame export them. An area's file is its name in kebab case.
 */
export const areas = {
  agent: area(
    () => import('./pt/agent'),
    () => import('./en/agent'),
    () => import('./es/agent'),
  ),
  aiProvider: area(
    () => import('./pt/ai-provider'),
    () => import('./en/ai-provider'),
    () => import('./es/ai-provider'),
  ),
  attendances: area(
    () => import('./pt/attendances'),
    () => import('./en/attendances'),
    () => import('./es/attendances'),
  ),
  allConnections: area(
    () => import('./pt/all-connections'),
    () => import('./en/all-connections'),
    () => import('./es/all-connections'),
  ),
  announcement: area(
    () => import('./pt/announcement'),
    () => import('./en/announcement'),
    () => import('./es/announcement'),
  ),
  campaign: area(
    () => import('./pt/campaign'),
    () => import('./en/campaign'),
    () => import('./es/campaign'),
  ),
  checkout: area(
    () => import('./pt/checkout'),
    () => import('./en/checkout'),
    () => import('./es/checkout'),
  ),
  company: area(
    () => import('./pt/company'),
    () => import('./en/company'),
    () => import('./es/company'),
  ),
  connection: area(
    () => import('./pt/connection'),
    () => import('./en/connection'),
    () => import('./es/connection'),
  ),
  contact: area(
    () => import('./pt/contact'),
    () => import('./en/contact'),
    () => import('./es/contact'),
  ),
  contactDrawer: area(
    () => import('./pt/contact-drawer'),
    () => import('./en/contact-drawer'),
    () => import('./es/contact-drawer'),
  ),
  contactImport: area(
    () => import('./pt/contact-import'),
    () => import('./en/contact-import'),
    () => import('./es/contact-import'),
  ),
  contactList: area(
    () => import('./pt/contact-list'),
    () => import('./en/contact-list'),
    () => import('./es/contact-list'),
  ),
  dashboard: area(
    () => import('./pt/dashboard'),
    () => import('./en/dashboard'),
    () => import('./es/dashboard'),
  ),
  error: area(
    () => import('./pt/error'),
    () => import('./en/error'),
    () => import('./es/error'),
  ),
  externalApi: area(
    () => import('./pt/external-api'),
    () => import('./en/external-api'),
    () => import('./es/external-api'),
  ),
  fileList: area(
    () => import('./pt/file-list'),
    () => import('./en/file-list'),
    () => import('./es/file-list'),
  ),
  finance: area(
    () => import('./pt/finance'),
    () => import('./en/finance'),
    () => import('./es/finance'),
  ),
  flow: area(
    () => import('./pt/flow'),
    () => import('./en/flow'),
    () => import('./es/flow'),
  ),
  flowEditor: area(
    () => import('./pt/flow-editor'),
    () => import('./en/flow-editor'),
    () => import('./es/flow-editor'),
  ),
  help: area(
    () => import('./pt/help'),
    () => import('./en/help'),
    () => import('./es/help'),
  ),
  hours: area(
    () => import('./pt/hours'),
    () => import('./en/hours'),
    () => import('./es/hours'),
  ),
  integration: area(
    () => import('./pt/integration'),
    () => import('./en/integration'),
    () => import('./es/integration'),
  ),
  internalChat: area(
    () => import('./pt/internal-chat'),
    () => import('./en/internal-chat'),
    () => import('./es/internal-chat'),
  ),
  kanban: area(
    () => import('./pt/kanban'),
    () => import('./en/kanban'),
    () => import('./es/kanban'),
  ),
  moments: area(
    () => import('./pt/moments'),
    () => import('./en/moments'),
    () => import('./es/moments'),
  ),
  paymentSettings: area(
    () => import('./pt/payment-settings'),
    () => import('./en/payment-settings'),
    () => import('./es/payment-settings'),
  ),
  phrase: area(
    () => import('./pt/phrase'),
    () => import('./en/phrase'),
    () => import('./es/phrase'),
  ),
  plan: area(
    () => import('./pt/plan'),
    () => import('./en/plan'),
    () => import('./es/plan'),
  ),
  prompt: area(
    () => import('./pt/prompt'),
    () => import('./en/prompt'),
    () => import('./es/prompt'),
  ),
  quickMessage: area(
    () => import('./pt/quick-message'),
    () => import('./en/quick-message'),
    () => import('./es/quick-message'),
  ),
  queue: area(
    () => import('./pt/queue'),
    () => import('./en/queue'),
    () => import('./es/queue'),
  ),
  schedule: area(
    () => import('./pt/schedule'),
    () => import('./en/schedule'),
    () => import('./es/schedule'),
  ),
  setting: area(
    () => import('./pt/setting'),
    () => import('./en/setting'),
    () => import('./es/setting'),
  ),
  signup: area(
    () => import('./pt/signup'),
    () => import('./en/signup'),
    () => import('./es/signup'),
  ),
  tag: area(
    () => import('./pt/tag'),
    () => import('./en/tag'),
    () => import('./es/tag'),
  ),
  todo: area(
    () => import('./pt/todo'),
    () => import('./en/todo'),
    () => import('./es/todo'),
  ),
  user: area(
    () => import('./pt/user'),
    () => import('./en/user'),
    () => import('./es/user'),
  ),
  webhook: area(
    () => import('./pt/webhook'),
    () => import('./en/webhook'),
    () => import('./es/webhook'),
  ),
}

export type Area = keyof typeof areas
export type AreaTexts = {
  [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]['pt']>> extends Record<Name, infer Own> ? Own : never
}

/** All languages have exactly the shape of the Portuguese texts. */
function area<Texts>(
  pt: () => Promise<Texts>,
  en: () => Promise<NoInfer<Texts>>,
  es: () => Promise<NoInfer<Texts>>,
): Record<Language, () => Promise<Texts>> {
  return { pt, en, es }
}
