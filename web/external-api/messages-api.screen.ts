import { screenPaths } from '../app/links'
import { forPlan, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { CodeXml } from '../ui/icons'

export const messagesApiScreen: Screen = {
  path: screenPaths.messagesApi,
  toastMs: 3000,
  title: { pt: 'API de mensagens', en: 'Messages API', es: 'API de mensajes' },
  access: forPlan('useExternalApi', isAdmin),
  menu: 'administration',
  icon: CodeXml,
  texts: ['externalApi', 'webhook'],
  page: lazyPage(() => import('./messages-api-page')),
}
