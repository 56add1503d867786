import { loadConnections } from './connection/load-connections'
import { loadFinance } from './finance/load-finance'
import { links } from './links'
import { route, type RouteDefinition } from './page/page-definition'
import { listQueues } from './queue/queue-list'
import { loadDashboard } from './report/load-dashboard'
import { screenAccess } from './screen-access'
import { loadLogin } from './session/login-loader'
import { loadSignUp } from './session/signup-loader'
import { conversationPart } from './ticket/conversation-code'
import { loadInbox } from './ticket/load-inbox'
import { loadUsers } from './user/load-users'

/** Every page: its path, who may see it, its code, its data. The first that fits a path is taken. */
export const routes: readonly RouteDefinition[] = [
  route({ path: '/login', audience: 'public', page: () => import('./session/login-page'), load: loadLogin }),
  route({
    path: links.dashboard(),
    access: screenAccess.dashboard,
    page: () => import('./report/dashboard-page'),
    texts: ['dashboard'],
    load: loadDashboard,
  }),
  route({
    path: '/signup',
    audience: 'public',
    page: () => import('./session/signup-page'),
    texts: ['signup'],
    load: loadSignUp,
  }),
  route({
    path: '/tickets/:uuid?',
    keepMounted: true,
    access: screenAccess.everyone,
    page: () => import('./ticket/tickets-page'),
    parts: ({ uuid }) => (uuid === undefined ? [] : [conversationPart]),
    load: loadInbox,
  }),
  route({
    path: '/connections',
    access: screenAccess.connections,
    page: () => import('./connection/connections-page'),
    texts: ['connection', 'hours'],
    load: loadConnections,
  }),
  route({
    path: '/queues',
    access: screenAccess.admins,
    page: () => import('./queue/queues-page'),
    texts: ['hours', 'queue'],
    load: listQueues,
  }),
  route({
    path: '/users',
    access: screenAccess.admins,
    page: () => import('./user/users-page'),
    texts: ['user'],
    load: loadUsers,
  }),
  route({
    path: '/financeiro',
    access: screenAccess.admins,
    page: () => import('./finance/finance-page'),
    texts: ['finance'],
    load: loadFinance,
  }),
  // Where an expired company's people come, whoever they are.
  route({
    path: '/financeiro-aberto',
    access: screenAccess.everyone,
    page: () => import('./finance/finance-page'),
    texts: ['finance'],
    load: loadFinance,
  }),
]
