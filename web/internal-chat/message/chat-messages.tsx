import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from '../../ui/icons'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useUser } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { MessageDay } from '../../message/list/message-day'
import { moveFocus } from '../../message/list/move-focus'
import { MessageScroller } from '../../message/list/message-scroller'
import { NewestButton } from '../../message/list/newest-button'
import { useNewestScroll } from '../../message/list/use-newest-scroll'
import { createNearWatch, WindowedBlock } from '../../message/list/windowed-block'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ChatBubble } from './chat-bubble'
import { useChat } from '../chat-context'
import { buildChatDays } from '../chat-rows'

/** Older messages are loaded when less than this is left above. */
const olderPixels = 600

export function ChatMessages() {
  useSignals()
  const { model } = useChat()
  const t = useTexts('internalChat').internalChat
  const days = useDays()
  const scroll = useChatScroll()
  const named = model.chat.value.users.length > 2
  return (
    <div className="message-list-frame">
      <MessageScroller label={t.messages} model={model} scroll={scroll}>
        {days.length === 0 && <EmptyState icon={MessagesSquare} title={t.noMessages} text={t.firstMessage} />}
        {days.map(({ key, at, blocks }) => (
          <MessageDay key={key} at={at}>
            {blocks.map(({ key: blockKey, messages }) => (
              <WindowedBlock key={blockKey} forced={false}>
                {() => messages.map((message) => <ChatBubble key={message.key} message={message} named={named} />)}
              </WindowedBlock>
            ))}
          </MessageDay>
        ))}
      </MessageScroller>
      <NewestButton shown={!scroll.atNewest} count={model.arrived.value} onJump={scroll.toNewest} />
      <Announcer />
    </div>
  )
}

function useDays() {
  useSignals()
  const { model } = useChat()
  const { id, name } = useUser()
  const format = useFormat()
  const stored = model.messages.value
  const pending = model.outbox.messages.value
  const { users } = model.chat.value
  return useMemo(
    () => buildChatDays(stored, pending, { me: { id, name }, users, dayOf: format.date }),
    [stored, pending, id, name, users, format],
  )
}

function useChatScroll() {
  const { model } = useChat()
  const scroll = useNewestScroll({ model, ends: useEnds(), olderPixels })
  const { scroller, onScroll } = scroll
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

  // A tall window may need more than the first page.
  useEffect(onScroll, [model])
  useEffect(() => {
    if (!scroller.current) return
    const made = createNearWatch(scroller.current)
    setNear(made)
    return made.stop
  }, [scroller])

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  return { ...scroll, onKeyDown, watch: near?.watch }
}

function useEnds() {
  const { model } = useChat()
  return { last: model.messages.value.at(-1)?.id, own: model.outbox.messages.value.at(-1)?.clientId }
}

/** Announces colleagues' messages to screen readers. */
function Announcer() {
  useSignals()
  const { model } = useChat()
  const t = useTexts('internalChat')
  const message = model.latest.value
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {message && t.message.announce(message.sender?.name ?? '', message.message || (message.mediaName ?? ''))}
    </div>
  )
}
