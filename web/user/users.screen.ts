import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Users } from '../ui/icons'

export const usersScreen: Screen = {
  path: screenPaths.users,
  title: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
  access: admins,
  menu: 'administration',
  icon: Users,
  texts: ['user', 'presence'],
  add: { pt: 'Adicionar usuário', en: 'Add user', es: 'Agregar usuario' },
  loads: 'records',
  page: lazyPage(
    () => import('./users-page'),
    async () => (await import('./load-users')).loadUsers,
  ),
}
