import { screenPaths } from '../../app/links'
import { admins } from '../../app/screen-access'
import { lazyPage, type Screen } from '../../page/screen'
import { BarChart3 } from '../../ui/icons'

export const attendancesScreen: Screen = {
  path: screenPaths.reports,
  title: { pt: 'Relatórios', en: 'Reports', es: 'Informes' },
  access: admins,
  menu: 'management',
  icon: BarChart3,
  texts: ['attendances', 'dashboard', 'contact', 'contactDrawer'],
  loads: 'records',
  page: lazyPage(
    () => import('./attendances-page'),
    async () => (await import('./load-attendances')).loadAttendances,
  ),
}
