import { screenPaths } from '../app/links'
import { forPlan } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { CalendarClock } from '../ui/icons'

export const schedulesScreen: Screen = {
  path: screenPaths.schedules,
  toastMs: 3000,
  title: { pt: 'Agendamentos', en: 'Scheduled messages', es: 'Mensajes programados' },
  access: forPlan('useSchedules'),
  menu: 'relationship',
  icon: CalendarClock,
  shortcut: 'g s',
  texts: ['schedule', 'template'],
  views: [{ query: 'view=list', title: { pt: 'Lista', en: 'List', es: 'Lista' } }],
  loads: 'records',
  page: lazyPage(
    () => import('./schedules-page'),
    async () => (await import('./load-schedules')).loadSchedules,
  ),
}
