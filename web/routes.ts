import { links } from './app/links'
import { lazyLoader, route, type RouteDefinition } from './page/page-definition'
import { screenAccess } from './app/screen-access'
import { conversationPart } from './conversation/conversation-code'
import { loadInbox } from './inbox/load-inbox'

/** Every page: its path, who may see it, its code, its data. The first that fits a path is taken. */
export const routes: readonly RouteDefinition[] = [
  route({
    path: '/login',
    audience: 'public',
    page: () => import('./sign-in/login-page'),
    load: lazyLoader(async () => (await import('./sign-in/login-loader')).loadLogin),
  }),
  route({
    path: links.dashboard(),
    access: screenAccess.dashboard,
    page: () => import('./report/dashboard-page'),
    texts: ['dashboard'],
    load: lazyLoader(async () => (await import('./report/load-dashboard')).loadDashboard),
  }),
  route({
    path: '/signup',
    audience: 'public',
    page: () => import('./sign-in/signup-page'),
    texts: ['signup'],
    load: lazyLoader(async () => (await import('./sign-in/signup-loader')).loadSignUp),
  }),
  route({
    path: '/tickets/:uuid?',
    keepMounted: true,
    laterStyles: true,
    access: screenAccess.everyone,
    page: () => import('./inbox/tickets-page'),
    parts: ({ uuid }) => (uuid === undefined ? [] : [conversationPart]),
    load: loadInbox,
  }),
  route({
    path: '/chats/:uuid?',
    keepMounted: true,
    access: screenAccess.internalChat,
    page: () => import('./internal-chat/chats-page'),
    texts: ['internalChat'],
    load: lazyLoader(async () => (await import('./internal-chat/load-chats')).loadChats),
  }),
  route({
    path: '/connections',
    access: screenAccess.connections,
    page: () => import('./connection/connections-page'),
    texts: ['connection', 'hours'],
    load: lazyLoader(async () => (await import('./connection/load-connections')).loadConnections),
  }),
  route({
    path: '/queues',
    access: screenAccess.admins,
    page: () => import('./queue/queues-page'),
    texts: ['hours', 'queue'],
    load: lazyLoader(async () => (await import('./queue/queue-list')).listQueues),
  }),
  route({
    path: '/users',
    access: screenAccess.admins,
    page: () => import('./user/users-page'),
    texts: ['user'],
    load: lazyLoader(async () => (await import('./user/load-users')).loadUsers),
  }),
  route({
    path: '/settings',
    access: screenAccess.admins,
    page: () => import('./setting/settings-page'),
    texts: ['hours', 'setting'],
    load: lazyLoader(async () => (await import('./setting/load-settings')).loadSettings),
  }),
  route({
    path: '/financeiro',
    access: screenAccess.admins,
    page: () => import('./finance/finance-page'),
    texts: ['finance'],
    load: lazyLoader(async () => (await import('./finance/load-finance')).loadFinance),
  }),
  // Where an expired company's people come, whoever they are.
  route({
    path: '/financeiro-aberto',
    access: screenAccess.everyone,
    page: () => import('./finance/finance-page'),
    texts: ['finance'],
    load: lazyLoader(async () => (await import('./finance/load-finance')).loadFinance),
  }),
  route({
    path: '/schedules',
    access: screenAccess.schedules,
    page: () => import('./schedule/schedules-page'),
    texts: ['schedule'],
    load: lazyLoader(async () => (await import('./schedule/load-schedules')).loadSchedules),
  }),
  route({
    path: '/announcements',
    access: screenAccess.announcements,
    page: () => import('./announcement/announcements-page'),
    texts: ['announcement'],
    load: lazyLoader(async () => (await import('./announcement/load-announcements')).loadAnnouncements),
  }),
]
