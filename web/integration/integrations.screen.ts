import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Plug } from '../ui/icons'

export const integrationsScreen: Screen = {
  path: '/queue-integration',
  toastMs: 3000,
  title: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
  access: forPlan('useIntegrations', isAdmin),
  menu: 'automation',
  icon: Plug,
  texts: ['integration'],
  loads: 'records',
  page: lazyPage(() => import('./integrations-page')),
}
