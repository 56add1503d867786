import { useSignals } from '@preact/signals-react/runtime'
import { MessageSquareText, Plus } from '../ui/icons'
import type { FramePanelProps } from '../app/frame-panel'
import type { Area } from '../i18n/areas'
import { useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { EmptyState, SkeletonRows } from '../ui/feedback/feedback'
import { ButtonLink } from '../ui/display/link'
import { ChatRow } from './chat-row'
import { useUnreadChats } from './unread/unread-chats-model'

export const texts: readonly Area[] = ['internalChat']

export function panel({ close }: FramePanelProps) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const unreadChats = useUnreadChats()
  const chats = unreadChats.chats.value
  return (
    <div className="chats-panel">
      <h2 className="panel-title">{t.title}</h2>
      {chats === undefined && <SkeletonRows count={3} />}
      {chats?.length === 0 && <EmptyState compact icon={MessageSquareText} title={t.emptyTitle} text={t.emptyText} />}
      <ul aria-label={t.title}>
        {chats?.map((chat) => (
          <li key={chat.id}>
            <ChatRow chat={chat} onOpen={close} />
          </li>
        ))}
      </ul>
      <div className="panel-more chats-panel-links">
        <ButtonLink size="s" variant="ghost" href={links.chats()} onClick={close}>
          {t.seeAll}
        </ButtonLink>
        <ButtonLink size="s" variant="ghost" icon={Plus} href={links.newChat()} onClick={close}>
          {t.add}
        </ButtonLink>
      </div>
    </div>
  )
}
