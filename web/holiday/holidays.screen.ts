import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { CalendarX } from '../ui/icons'

export const holidaysScreen: Screen = {
  path: screenPaths.holidays,
  title: { pt: 'Feriados', en: 'Holidays', es: 'Feriados' },
  access: admins,
  menu: 'administration',
  icon: CalendarX,
  texts: ['holiday'],
  add: { pt: 'Adicionar feriado', en: 'Add holiday', es: 'Agregar feriado' },
  loads: 'records',
  page: lazyPage(() => import('./holidays-page')),
}
