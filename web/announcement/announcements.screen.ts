import { lazyPage, type Screen } from '../page/screen'
import { FileText } from '../ui/icons'

export const announcementsScreen: Screen = {
  path: '/announcements',
  toastMs: 3000,
  title: { pt: 'Informativos', en: 'Announcements', es: 'Anuncios' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: FileText,
  texts: ['announcement'],
  loads: 'records',
  page: lazyPage(
    () => import('./announcements-page'),
    async () => (await import('./announcement-records')).loadAnnouncements,
  ),
}
