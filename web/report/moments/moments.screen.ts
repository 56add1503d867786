import { screenPaths } from '../../app/links'
import { forRole, isAdmin } from '../../app/screen-access'
import { lazyPage, type Screen } from '../../page/screen'
import { Radio } from '../../ui/icons'

export const momentsScreen: Screen = {
  path: screenPaths.moments,
  title: { pt: 'Painel de Atendimentos', en: 'Live panel', es: 'Panel en vivo' },
  access: forRole((user) => isAdmin(user) || user.allowRealTime === 'enabled'),
  menu: 'management',
  icon: Radio,
  texts: ['moments'],
  loads: 'agents',
  page: lazyPage(
    () => import('./moments-page'),
    async () => (await import('./load-moments')).loadMoments,
  ),
}
