import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../i18n/i18n'
import { OpeningPane, type OpeningState } from '../message/opening/opening-pane'
import { Skeleton } from '../ui/feedback/skeleton'
import type { ChatList } from './chat-list'
import { ChatWho } from './chat-who'

interface OpeningChatProps {
  state: OpeningState
  list: ChatList
  uuid: string
}

/** Shown for a chat that is loading or failed to load. */
export function OpeningChat({ state, list, uuid }: OpeningChatProps) {
  useSignals()
  const t = useTexts('internalChat').internalChat
  const chat = list.items.value.find((listed) => listed.uuid === uuid)
  return (
    <OpeningPane label={chat?.title ?? t.panes.messages} state={state}>
      {chat ? <ChatWho chat={chat} /> : <Skeleton width={160} />}
    </OpeningPane>
  )
}
