import { screenPaths } from '../app/links'
import { forPlan } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Columns3 } from '../ui/icons'

export const lanesScreen: Screen = {
  path: screenPaths.lanes,
  title: { pt: 'Etapas do Kanban', en: 'Kanban lanes', es: 'Etapas del Kanban' },
  access: forPlan('useKanban'),
  menu: 'relationship',
  icon: Columns3,
  texts: ['tag'],
  loads: 'records',
  page: lazyPage(() => import('./lanes-page')),
}
