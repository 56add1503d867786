import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Hourglass } from '../ui/icons'

export const slaScreen: Screen = {
  path: screenPaths.sla,
  title: { pt: 'SLA', en: 'SLA', es: 'SLA' },
  access: admins,
  menu: 'management',
  icon: Hourglass,
  texts: ['sla'],
  page: lazyPage(
    () => import('./sla-page'),
    async () => (await import('./sla-screen-data')).loadSla,
  ),
}
