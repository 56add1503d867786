import type { Language } from './languages'

/**
 * Texts that only some pages show, in each language: a browser fetches them with the first such page. A screen names its
 * areas in `texts`, a panel of the frame exports them. An area lies in the file of its name in kebab case.
 */
export const areas = {
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
  dashboard: area(
    () => import('./pt/dashboard'),
    () => import('./en/dashboard'),
    () => import('./es/dashboard'),
  ),
  finance: area(
    () => import('./pt/finance'),
    () => import('./en/finance'),
    () => import('./es/finance'),
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
  plan: area(
    () => import('./pt/plan'),
    () => import('./en/plan'),
    () => import('./es/plan'),
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
  user: area(
    () => import('./pt/user'),
    () => import('./en/user'),
    () => import('./es/user'),
  ),
}

export type Area = keyof typeof areas
export type AreaTexts = {
  [Name in Area]: Awaited<ReturnType<(typeof areas)[Name]['pt']>> extends Record<Name, infer Own> ? Own : never
}

/** The other languages have exactly the shape of the Portuguese texts. */
function area<Texts>(
  pt: () => Promise<Texts>,
  en: () => Promise<NoInfer<Texts>>,
  es: () => Promise<NoInfer<Texts>>,
): Record<Language, () => Promise<Texts>> {
  return { pt, en, es }
}
