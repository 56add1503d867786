import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { ShieldCheck } from '../ui/icons'

export const rolesScreen: Screen = {
  path: screenPaths.roles,
  title: { pt: 'Papéis', en: 'Roles', es: 'Roles' },
  access: admins,
  menu: 'administration',
  icon: ShieldCheck,
  texts: ['role', 'user'],
  add: { pt: 'Adicionar papel', en: 'Add role', es: 'Agregar rol' },
  loads: 'records',
  page: lazyPage(() => import('./roles-page')),
}
