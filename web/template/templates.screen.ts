import { screenPaths } from '../app/links'
import { forRole, isAdmin } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { MessageSquareText } from '../ui/icons'

export const templatesScreen: Screen<typeof screenPaths.templates> = {
  path: screenPaths.templates,
  title: { pt: 'Modelos de mensagem', en: 'Message templates', es: 'Plantillas de mensaje' },
  access: forRole((user) => isAdmin(user) || user.allowConnections === 'enabled'),
  icon: MessageSquareText,
  texts: ['template'],
  page: lazyPage(() => import('./templates-page')),
}
