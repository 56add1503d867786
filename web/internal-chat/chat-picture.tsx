import { Users } from '../ui/icons'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { Avatar } from '../ui/display/avatar'

/** The other member's picture; for several, a group icon. */
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
