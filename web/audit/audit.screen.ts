import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { History } from '../ui/icons'
import { auditAreas } from './audit-areas'

export const auditScreen: Screen = {
  path: screenPaths.audit,
  title: { pt: 'Auditoria', en: 'Audit log', es: 'Auditoría' },
  access: admins,
  menu: 'administration',
  icon: History,
  texts: auditAreas,
  loads: 'records',
  page: lazyPage(() => import('./audit-page')),
}
