import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Cpu } from '../ui/icons'

export const providersScreen: Screen = {
  path: screenPaths.providers,
  toastMs: 3000,
  title: { pt: 'Provedores de IA', en: 'AI providers', es: 'Proveedores de IA' },
  access: forPlan('useOpenAi', isAdmin),
  menu: 'automation',
  icon: Cpu,
  texts: ['aiProvider'],
  loads: 'records',
  page: lazyPage(() => import('./providers-page')),
}
