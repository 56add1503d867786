import { lazyPage, type Screen } from '../../page/screen'
import { screenPaths } from '../../app/links'
import { PlugZap } from '../../ui/icons'

export const allConnectionsScreen: Screen = {
  path: screenPaths.allConnections,
  title: { pt: 'Conexões das empresas', en: 'Company connections', es: 'Conexiones de las empresas' },
  access: (user) => (user.super ? 'allowed' : 'inbox'),
  menu: 'platform',
  icon: PlugZap,
  texts: ['allConnections', 'connection', 'hours', 'pageAccount'],
  loads: 'records',
  page: lazyPage(() => import('./all-connections-page')),
}
