import { useSignals } from '@preact/signals-react/runtime'
import { memo } from 'react'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { useUser } from '../app/app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { Badge } from '../ui/display/labels'
import { Link } from '../ui/display/link'
import { unreadsOf } from './chat-events'
import { Users } from '../ui/icons'
import { Avatar } from '../ui/display/avatar'

interface ChatRowProps {
  chat: ChatView
  active?: boolean
  onOpen?: () => void
}

export const ChatRow = memo(function ChatRow({ chat, active, onOpen }: ChatRowProps) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const format = useFormat()
  const now = useNow()
  const { id } = useUser()
  const unreads = unreadsOf(chat, id)
  return (
    <Link
      className="chat-row"
      href={links.chat(chat.uuid)}
      aria-current={active ? 'page' : undefined}
      data-unread={unreads > 0 || undefined}
      onClick={onOpen}
    >
      <ChatPicture chat={chat} myId={id} />
      <span className="chat-row-text grows">
        <span className="chat-row-line row">
          <span className="chat-row-title truncate" dir="auto">
            {chat.title}
          </span>
          <time dateTime={chat.updatedAt}>{format.listTime(chat.updatedAt, now)}</time>
        </span>
        <span className="chat-row-line row">
          <span className="chat-row-last truncate" dir="auto">
            {chat.lastMessage || t.noMessages}
          </span>
          <Badge count={unreads} kind="brand" label={t.unread(unreads)} />
        </span>
      </span>
    </Link>
  )
})

export function ChatPicture({ chat, myId, size = 40 }: { chat: ChatView; myId: number; size?: number }) {
  const others = chat.users.filter(({ userId }) => userId !== myId)
  const [other] = others
  if (others.length === 1 && other) return <Avatar name={other.user.name} src={other.user.profileImage} size={size} />
  return (
    <span className="chat-group-picture" style={{ '--avatar-size': `${size}px` }} aria-hidden>
      <Users size={size / 2} />
    </span>
  )
}
