import type { AppModels } from '../app/app-context'
import type { Command } from '../app/command-registry'
import { links } from '../app/links'
import { chatsScreen } from './chats.screen'
import { fetchChats } from './load-chats'

const shownMax = 4

export async function findCommands(app: AppModels, text: string, signal: AbortSignal): Promise<Command[]> {
  const { api, navigation, session } = app
  if (!session.user.peek()?.plan.useInternalChat) return []
  const { records } = await fetchChats(api, 1, text, signal)
  return records.slice(0, shownMax).map(({ id, uuid, title }) => ({
    id: `found-chat-${id}`,
    label: title,
    group: chatsScreen.title[app.language],
    icon: chatsScreen.icon,
    href: links.chat(uuid),
    run: () => navigation.go(links.chat(uuid)),
  }))
}
