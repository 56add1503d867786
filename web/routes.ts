import { route, type RouteDefinition } from './page/page-definition'
import { loadLogin } from './session/login-loader'

/** Every page: its path, who may see it, its code, its data. The first that fits a path is taken. */
export const routes: readonly RouteDefinition[] = [
  route({ path: '/login', audience: 'public', page: () => import('./session/login-page'), load: loadLogin }),
]
