import { lazyPage, type Screen } from '../page/screen'
import { Server } from '../ui/icons'

export const hostScreen: Screen = {
  path: '/host',
  title: { pt: 'Servidor', en: 'Server', es: 'Servidor' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: Server,
  texts: ['host', 'company'],
  page: lazyPage(
    () => import('./host-page'),
    async () => (await import('./load-host')).loadHost,
  ),
}
