import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Settings } from '../ui/icons'

export const settingsScreen: Screen = {
  path: screenPaths.settings,
  title: { pt: 'Configurações', en: 'Settings', es: 'Ajustes' },
  access: admins,
  menu: 'administration',
  icon: Settings,
  texts: ['hours', 'setting', 'webhook'],
  page: lazyPage(
    () => import('./settings-page'),
    async () => (await import('./load-settings')).loadSettings,
  ),
}
