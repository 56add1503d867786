import { screenPaths } from '../app/links'
import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { MessagesSquare } from '../ui/icons'
import { conversationPart } from '../conversation/conversation-code'

export const ticketsScreen: Screen<typeof screenPaths.tickets> = {
  path: screenPaths.tickets,
  title: { pt: 'Atendimentos', en: 'Conversations', es: 'Conversaciones' },
  access: everyone,
  menu: 'service',
  icon: MessagesSquare,
  shortcut: 'g t',
  keepMounted: true,
  startsLight: true,
  page: lazyPage(
    () => import('./tickets-page'),
    async () => (await import('./load-inbox')).loadInbox,
  ),
  parts: ({ uuid }) => (uuid === undefined ? [] : [conversationPart]),
}
