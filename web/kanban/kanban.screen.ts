import { forPlan } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Kanban } from '../ui/icons'

export const kanbanScreen: Screen = {
  path: '/Kanban',
  title: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' },
  access: forPlan('useKanban'),
  menu: 'service',
  icon: Kanban,
  texts: ['kanban'],
  page: lazyPage(() => import('./kanban-page')),
}
