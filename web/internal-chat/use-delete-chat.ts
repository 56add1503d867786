import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { useAttempt } from '../ui/form/use-attempt'
import { useUi } from '../ui/context/ui-context'

/** Confirms first; screens with the open chat follow the live event. */
export function useDeleteChat() {
  const t = useTexts('internalChat').internalChat
  const { api, navigation } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id }: ChatView) => {
    const yes = await confirm({ title: t.deleteTitle, text: t.deleteText, action: t.deleteAction, danger: true })
    if (!yes) return
    if (await attempt(() => api.delete('/chats/:id', { params: { id } }), t.deleted)) void navigation.go(links.chats())
  }
}
