import { screenPaths } from '../app/links'
import { lazyPage, type Screen } from '../page/screen'
import { History } from '../ui/icons'

export const hostAuditScreen: Screen = {
  path: screenPaths.hostAudit,
  title: { pt: 'Auditoria da plataforma', en: 'Platform audit log', es: 'Auditoría de la plataforma' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: History,
  texts: ['audit'],
  loads: 'records',
  page: lazyPage(() => import('./host-audit-page')),
}
