import { screenPaths } from '../app/links'
import { admins } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { Settings } from '../ui/icons'

export const settingsScreen: Screen = {
  path: screenPaths.settings,
  title: { pt: 'Configurações', en: 'Settings', es: 'Configuración' },
  access: admins,
  menu: 'administration',
  icon: Settings,
  texts: ['hours', 'place', 'setting', 'webhook'],
  views: [
    {
      query: 'tab=schedules',
      title: { pt: 'Horários', en: 'Business hours', es: 'Horarios' },
      shownTo: ({ company }) => company.companieSettings['scheduleType'] === 'company',
    },
    {
      query: 'tab=whitelabel',
      title: { pt: 'Whitelabel', en: 'White label', es: 'Marca blanca' },
      shownTo: (user) => user.super,
    },
    {
      query: 'tab=webhook',
      title: { pt: 'Webhook do gestor', en: 'Host webhook', es: 'Webhook del anfitrión' },
      shownTo: (user) => user.super,
    },
  ],
  page: lazyPage(
    () => import('./settings-page'),
    async () => (await import('./load-settings')).loadSettings,
  ),
}
