import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { CircleHelp, Video } from '../ui/icons'

export const helpsScreen: Screen = {
  path: '/helps',
  toastMs: 3000,
  title: { pt: 'Ajuda', en: 'Help', es: 'Ayuda' },
  access: everyone,
  menu: 'service',
  inMenu: ({ helpCount }) => helpCount > 0,
  icon: CircleHelp,
  texts: ['help'],
  page: lazyPage(() => import('./helps-page')),
}

export const helpAdminScreen: Screen = {
  path: '/helps/admin',
  title: { pt: 'Vídeos de ajuda', en: 'Help videos', es: 'Videos de ayuda' },
  access: (user) => (user.super ? 'allowed' : 'platform'),
  menu: 'platform',
  icon: Video,
  texts: ['help'],
  loads: 'records',
  page: lazyPage(() => import('./help-admin-page')),
}
