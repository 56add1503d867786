import { route, type RouteDefinition } from './page/page-definition'
import { screenAccess } from './screen-access'
import { loadLogin } from './session/login-loader'
import { loadInbox } from './ticket/load-inbox'

/** Every page: its path, who may see it, its code, its data. The first that fits a path is taken. */
export const routes: readonly RouteDefinition[] = [
  route({ path: '/login', audience: 'public', page: () => import('./session/login-page'), load: loadLogin }),
  route({
    path: '/tickets/:uuid?',
    keepMounted: true,
    access: screenAccess.everyone,
    page: () => import('./ticket/tickets-page'),
    load: loadInbox,
  }),
]
