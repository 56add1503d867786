import { screenPaths } from '../app/links'
import { forPlan } from '../app/screen-access'
import { lazyPage, type Screen } from '../page/screen'
import { MessageSquareText } from '../ui/icons'

export const chatsScreen: Screen<typeof screenPaths.chats> = {
  path: screenPaths.chats,
  toastMs: 3000,
  title: { pt: 'Chat interno', en: 'Internal chat', es: 'Chat interno' },
  access: forPlan('useInternalChat'),
  menu: 'service',
  icon: MessageSquareText,
  shortcut: 'g m',
  keepMounted: true,
  texts: ['internalChat'],
  page: lazyPage(
    () => import('./chats-page'),
    async () => (await import('./load-chats')).loadChats,
  ),
}
