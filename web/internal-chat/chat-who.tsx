import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { ChatPicture } from './chat-picture'

export const chatTitleId = 'chat-title'

/** Picture, title and members, in the pane's header. */
export function ChatWho({ chat }: { chat: ChatView }) {
  const t = useTexts('internalChat').internalChat
  const me = useUser()
  const names = chat.users.map(({ userId, user }) => (userId === me.id ? t.you : user.name)).join(', ')
  return (
    <>
      <ChatPicture chat={chat} myId={me.id} size={36} />
      <div className="chat-who grows">
        <h2 className="truncate" id={chatTitleId} dir="auto">
          {chat.title}
        </h2>
        <p className="truncate" title={names}>
          {names}
        </p>
      </div>
    </>
  )
}
