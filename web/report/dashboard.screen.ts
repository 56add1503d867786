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
  views: [
    { query: 'tab=nps', title: { pt: 'Avaliações (NPS)', en: 'Ratings (NPS)', es: 'Evaluaciones (NPS)' } },
    { query: 'tab=attendants', title: { pt: 'Atendentes', en: 'Agents', es: 'Agentes' } },
  ],
  page: lazyPage(
    () => import('./dashboard-page'),
    async () => (await import('./load-dashboard')).loadDashboard,
  ),
}
