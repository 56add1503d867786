import { linksOf } from '../page/screen'

/** The paths of screens that others link to, apart from the screens, so that these can link to each other. */
export const screenPaths = {
  dashboard: '/',
  moments: '/moments',
  reports: '/reports',
  sla: '/sla',
  tickets: '/tickets/:uuid?',
  chats: '/chats/:uuid?',
  macros: '/macros',
  rules: '/rules',
  schedules: '/schedules',
  contacts: '/contacts',
  contactImport: '/contacts/import',
  campaigns: '/campaigns',
  suppressions: '/campaigns/suppressions',
  campaignReport: '/campaign/:id/report',
  campaignSettings: '/campaigns-config',
  contactLists: '/contact-lists',
  contactListItems: '/contact-lists/:id/contacts',
  connections: '/connections',
  templates: '/connections/:id/templates',
  companies: '/companies',
  systemImport: '/companies/import',
  allConnections: '/allConnections',
  tags: '/tags',
  lanes: '/TagsKanban',
  flows: '/flowbuilders',
  flow: '/flowbuilder/:id?',
  phrases: '/phrase-lists',
  messagesApi: '/messages-api',
  queues: '/queues',
  holidays: '/holidays',
  users: '/users',
  roles: '/roles',
  apiTokens: '/api-tokens',
  audit: '/audit',
  hostAudit: '/host-audit',
  providers: '/providers',
  settings: '/settings',
  restored: '/restored',
  finance: '/financeiro',
  openFinance: '/financeiro-aberto',
  subscription: '/subscription',
} as const

export const addParameter = 'new'

export const editParameter = 'edit'

export const openParameter = 'open'

export const fieldParameter = 'field'

/** What a setting hides at present, when `fieldParameter` names that setting. */
export const shownParameter = 'shows'
type HiddenHours = 'companyHours' | 'queueHours' | 'connectionHours'

export const pairParameter = 'pair'

export const messageParameter = 'message'

const screenLinks = linksOf(screenPaths)

export const adding = (path: string) => `${path}?${addParameter}=1`

/** Opens a record's form at a field, after a choice of the record if there are several. */
export const atField = (path: string, field: string) => `${path}?${fieldParameter}=${field}`

const editing = (path: string) => (id: number) => `${path}?${editParameter}=${id}`

export const links = {
  ...screenLinks,
  login: () => '/login',
  /** Continues to the requested address after sign-in; without one, sign-in leads to `/` anyway. */
  loginFor: ({ pathname, search }: URL) =>
    pathname === '/' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`,
  setUpTwoFactor: () => '/two-factor',
  forgotPassword: () => '/forgot-password',
  signup: (companyId?: number) => (companyId === undefined ? '/signup' : `/signup?companyId=${companyId}`),
  /** The inbox, after a conversation was dealt with: who comes next takes its place. */
  nextTicket: () => `${screenLinks.tickets()}?next=1`,
  ticket: (uuid: string) => screenLinks.tickets({ uuid }),
  ticketAt: (uuid: string, messageId: number) => `${screenLinks.tickets({ uuid })}?${messageParameter}=${messageId}`,
  newTicket: (contactId?: number, connectionId?: number) => {
    const words = { new: 1, ...(contactId && { contactId }), ...(connectionId && { whatsappId: connectionId }) }
    return `${screenLinks.tickets()}?${new URLSearchParams(Object.entries(words).map(([name, id]) => [name, String(id)]))}`
  },
  dashboardAgents: () => `${screenLinks.dashboard()}?tab=attendants`,
  /** The calendar of the day's month (YYYY-MM-DD). */
  schedulesOf: (day: string) => `${screenLinks.schedules()}?month=${day.slice(0, 7)}`,
  scheduleList: () => `${screenLinks.schedules()}?view=list`,
  newConnection: () => adding(screenLinks.connections()),
  newQueue: () => adding(screenLinks.queues()),
  newUser: () => adding(screenLinks.users()),
  contact: (id: number) => `${screenLinks.contacts()}?${openParameter}=${id}`,
  editCampaign: editing(screenLinks.campaigns()),
  editConnection: editing(screenLinks.connections()),
  editQueue: editing(screenLinks.queues()),
  editPhrase: editing(screenLinks.phrases()),
  editSchedule: (id: number) => `${screenLinks.schedules()}?view=list&${editParameter}=${id}`,
  editTag: editing(screenLinks.tags()),
  editUser: editing(screenLinks.users()),
  editRole: editing(screenLinks.roles()),
  settingThatShows: (hours: HiddenHours) =>
    `${screenLinks.settings()}?${new URLSearchParams({ [fieldParameter]: 'scheduleType', [shownParameter]: hours })}`,
  pairing: () => `${screenLinks.connections()}?${pairParameter}=1`,
  newChat: () => `${screenLinks.chats()}?new=1`,
  chat: (uuid: string) => screenLinks.chats({ uuid }),
} as const
