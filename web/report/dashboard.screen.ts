import { screenPaths } from '../app/links'
import { dashboardReaders } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { LayoutDashboard } from '../ui/icons'

export const dashboardScreen: Screen = {
  path: screenPaths.dashboard,
  title: { pt: 'Dashboard', en: 'Dashboard', es: 'Panel de control' },
  access: dashboardReaders,
  menu: 'management',
  icon: LayoutDashboard,
  shortcut: 'g d',
  texts: ['dashboard', 'setupChecklist'],
  page: lazyPage(
    () => import('./dashboard-page'),
    async () => (await import('./load-dashboard')).loadDashboard,
  ),
}
