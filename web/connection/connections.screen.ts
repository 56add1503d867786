import { screenPaths } from '../app/links'
import { forRole, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Smartphone } from '../ui/icons'

export const connectionsScreen: Screen = {
  path: screenPaths.connections,
  title: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
  access: forRole((user) => isAdmin(user) || user.allowConnections === 'enabled'),
  menu: 'administration',
  icon: Smartphone,
  texts: ['account', 'connection', 'hours'],
  add: { pt: 'Adicionar conexão', en: 'Add connection', es: 'Agregar conexión' },
  loads: 'records',
  page: lazyPage(
    () => import('./connections-page'),
    async () => (await import('./load-connections')).loadConnections,
  ),
}
