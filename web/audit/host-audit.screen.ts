import { screenPaths } from '../app/links'
import { lazyPage, type Screen } from '../page/screen'
import { History } from '../ui/icons'
import { auditAreas } from './audit-areas'

export const hostAuditScreen: Screen = {
  path: screenPaths.hostAudit,
  title: { pt: 'Auditoria geral', en: 'Platform audit log', es: 'Auditoría general' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: History,
  texts: auditAreas,
  loads: 'records',
  page: lazyPage(() => import('./host-audit-page')),
}
