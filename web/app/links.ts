import { linksOf } from '../page/screen'

/** The paths of screens that others link to, apart from the screens, so that these can link to each other. */
export const screenPaths = {
  dashboard: '/',
  moments: '/moments',
  reports: '/reports',
  tickets: '/tickets/:uuid?',
  chats: '/chats/:uuid?',
  macros: '/macros',
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
  tags: '/tags',
  lanes: '/TagsKanban',
  flows: '/flowbuilders',
  flow: '/flowbuilder/:id?',
  phrases: '/phrase-lists',
  messagesApi: '/messages-api',
  queues: '/queues',
  users: '/users',
  providers: '/providers',
  settings: '/settings',
  finance: '/financeiro',
  openFinance: '/financeiro-aberto',
  subscription: '/subscription',
} as const

/** The query parameter that opens the form for adding a record. */
export const addParameter = 'new'

/** The query parameter that opens the form of the record with its id. */
export const editParameter = 'edit'

/** The query parameter that shows the record with its id beside the list. */
export const openParameter = 'open'

/** The query parameter with the field at which a form or the settings open. */
export const fieldParameter = 'field'

/** What a setting hides at present, when `fieldParameter` names that setting. */
export const shownParameter = 'shows'
export type HiddenHours = 'companyHours' | 'queueHours' | 'connectionHours'

/** The query parameter that opens the pairing code. */
export const pairParameter = 'pair'

/** Query parameter with the message at which a conversation opens. */
export const messageParameter = 'message'

const screenLinks = linksOf(screenPaths)

/** Opens the form for adding a record of that screen. */
export const adding = (path: string) => `${path}?${addParameter}=1`

/** Opens a record's form at a field, after a choice of the record if there are several. */
export const atField = (path: string, field: string) => `${path}?${fieldParameter}=${field}`

/** Opens the form of a record of that screen. */
const editing = (path: string) => (id: number) => `${path}?${editParameter}=${id}`

export const links = {
  ...screenLinks,
  login: () => '/login',
  /** Continues to the requested address after sign-in; without one, sign-in leads to `/` anyway. */
  loginFor: ({ pathname, search }: URL) =>
    pathname === '/' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`,
  forgotPassword: () => '/forgot-password',
  signup: (companyId?: number) => (companyId === undefined ? '/signup' : `/signup?companyId=${companyId}`),
  /** The inbox, after a conversation was dealt with: who comes next takes its place. */
  nextTicket: () => `${screenLinks.tickets()}?next=1`,
  ticket: (uuid: string) => screenLinks.tickets({ uuid }),
  /** The conversation at one of its messages. */
  ticketAt: (uuid: string, messageId: number) => `${screenLinks.tickets({ uuid })}?${messageParameter}=${messageId}`,
  newTicket: (contactId?: number, connectionId?: number) => {
    const words = { new: 1, ...(contactId && { contactId }), ...(connectionId && { whatsappId: connectionId }) }
    return `${screenLinks.tickets()}?${new URLSearchParams(Object.entries(words).map(([name, id]) => [name, String(id)]))}`
  },
  dashboardAgents: () => `${screenLinks.dashboard()}?tab=attendants`,
  /** The calendar of the day's month (YYYY-MM-DD). */
  schedulesOf: (day: string) => `${screenLinks.schedules()}?month=${day.slice(0, 7)}`,
  scheduleList: () => `${screenLinks.schedules()}?view=list`,
  /** Opens the form for adding a record on its screen. */
  newConnection: () => adding(screenLinks.connections()),
  newQueue: () => adding(screenLinks.queues()),
  newUser: () => adding(screenLinks.users()),
  /** The contact's panel beside the list of contacts. */
  contact: (id: number) => `${screenLinks.contacts()}?${openParameter}=${id}`,
  editCampaign: editing(screenLinks.campaigns()),
  editConnection: editing(screenLinks.connections()),
  editQueue: editing(screenLinks.queues()),
  editPhrase: editing(screenLinks.phrases()),
  editSchedule: (id: number) => `${screenLinks.schedules()}?view=list&${editParameter}=${id}`,
  editTag: editing(screenLinks.tags()),
  editUser: editing(screenLinks.users()),
  /** The choice that decides whether there are such hours, with a hint. */
  settingThatShows: (hours: HiddenHours) =>
    `${screenLinks.settings()}?${new URLSearchParams({ [fieldParameter]: 'scheduleType', [shownParameter]: hours })}`,
  /** The pairing code of the connection that waits for it. */
  pairing: () => `${screenLinks.connections()}?${pairParameter}=1`,
  newChat: () => `${screenLinks.chats()}?new=1`,
  chat: (uuid: string) => screenLinks.chats({ uuid }),
} as const
