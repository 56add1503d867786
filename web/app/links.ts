import { linksOf } from '../page/screen'

/**
 * The path of each screen for signed-in users, by the name of its link. Separate from the screens, so that they can
 * link to each other without imports.
 */
export const screenPaths = {
  dashboard: '/',
  moments: '/moments',
  reports: '/reports',
  tickets: '/tickets/:uuid?',
  chats: '/chats/:uuid?',
  schedules: '/schedules',
  contacts: '/contacts',
  contactImport: '/contacts/import',
  connections: '/connections',
  tags: '/tags',
  kanban: '/Kanban',
  lanes: '/TagsKanban',
  queues: '/queues',
  users: '/users',
  settings: '/settings',
  finance: '/financeiro',
  openFinance: '/financeiro-aberto',
  subscription: '/subscription',
  helps: '/helps',
  companies: '/companies',
  allConnections: '/allConnections',
  plans: '/plans',
  helpAdmin: '/helps/admin',
  announcements: '/announcements',
} as const

const screenLinks = linksOf(screenPaths)

/** The addresses of the product's screens, and of certain states of them. */
export const links = {
  ...screenLinks,
  login: () => '/login',
  /** Leads on to the asked address once somebody has signed in; `/` is where that leads anyway. */
  loginFor: ({ pathname, search }: URL) =>
    pathname === '/' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`,
  signup: (companyId?: number) => (companyId === undefined ? '/signup' : `/signup?companyId=${companyId}`),
  ticket: (uuid: string) => screenLinks.tickets({ uuid }),
  /** Begins a ticket, with this contact and over this connection where they are given. */
  newTicket: (contactId?: number, connectionId?: number) => {
    const words = { new: 1, ...(contactId && { contactId }), ...(connectionId && { whatsappId: connectionId }) }
    return `${screenLinks.tickets()}?${new URLSearchParams(Object.entries(words).map(([name, id]) => [name, String(id)]))}`
  },
  /** The calendar at the day's month (YYYY-MM-DD). */
  schedulesOf: (day: string) => `${screenLinks.schedules()}?month=${day.slice(0, 7)}`,
  scheduleList: () => `${screenLinks.schedules()}?view=list`,
  newChat: () => `${screenLinks.chats()}?new=1`,
  chat: (uuid: string) => screenLinks.chats({ uuid }),
} as const
