import { screenPaths } from '../app/links'
import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Wand } from '../ui/icons'

export const macrosScreen: Screen = {
  path: screenPaths.macros,
  title: { pt: 'Macros', en: 'Macros', es: 'Macros' },
  access: everyone,
  menu: 'service',
  icon: Wand,
  texts: ['macro'],
  loads: 'records',
  page: lazyPage(() => import('./macros-page')),
}
