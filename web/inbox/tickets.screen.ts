import { screenPaths } from '../app/links'
import { everyone } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { MessagesSquare } from '../ui/icons'
import { conversationPart, messageListPart } from '../conversation/state/conversation-code'
import { LaterInboxPane } from './later-inbox'

export const ticketsScreen: Screen<typeof screenPaths.tickets> = {
  path: screenPaths.tickets,
  title: { pt: 'Atendimentos', en: 'Conversations', es: 'Conversaciones' },
  access: everyone,
  menu: 'service',
  icon: MessagesSquare,
  shortcut: 'g t',
  keepMounted: true,
  startsLight: true,
  views: [
    { query: 'tab=open', title: { pt: 'Atendendo', en: 'Open', es: 'En curso' } },
    { query: 'tab=pending', title: { pt: 'Aguardando', en: 'Waiting', es: 'En espera' } },
    {
      query: 'tab=group',
      title: { pt: 'Grupos', en: 'Groups', es: 'Grupos' },
      shownTo: ({ allowGroup }) => allowGroup,
    },
    { query: 'view=closed', title: { pt: 'Resolvidos', en: 'Resolved', es: 'Resueltas' } },
  ],
  page: lazyPage(
    () => import('./tickets-page'),
    async () => (await import('./state/load-inbox')).loadInbox,
  ),
  parts({ uuid }) {
    const list = { source: 'inbox/inbox-code', fetch: LaterInboxPane.fetch }
    return uuid === undefined ? [list] : [conversationPart, messageListPart, { ...list, isLater: true }]
  },
}
