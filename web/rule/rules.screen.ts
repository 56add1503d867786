import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Route } from '../ui/icons'

export const rulesScreen: Screen = {
  path: screenPaths.rules,
  title: { pt: 'Regras', en: 'Rules', es: 'Reglas' },
  access: admins,
  menu: 'automation',
  icon: Route,
  texts: ['rule', 'macro', 'error'],
  loads: 'records',
  page: lazyPage(() => import('./rules-page')),
}
