import { lazyPage, type Screen } from '../page/screen'
import { Layers } from '../ui/icons'

export const plansScreen: Screen = {
  path: '/plans',
  title: { pt: 'Planos', en: 'Plans', es: 'Planes' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: Layers,
  texts: ['plan'],
  loads: 'records',
  page: lazyPage(() => import('./plans-page')),
}
