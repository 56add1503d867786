import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare, RotateCw } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useUser } from '../app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { moveFocus } from '../message/list/move-focus'
import { NewestButton } from '../message/list/newest-button'
import { createNearWatch, NearContext, WindowedBlock } from '../message/list/windowed-block'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Spinner } from '../ui/spinner'
import { ChatBubble } from './chat-bubble'
import { useChat } from './chat-context'
import { buildChatDays } from './chat-rows'

/** Older messages are asked for when so much is left above. */
const olderPixels = 600
const newestPixels = 60

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** What was written, the newest at the bottom; the scroller runs from there, so that what is loaded above moves nothing. */
export function ChatMessages() {
  useSignals()
  const { model } = useChat()
  const t = useTexts('internalChat').internalChat
  const days = useDays()
  const scroll = useChatScroll()
  const named = model.chat.value.users.length > 2
  return (
    <div className="message-list-frame">
      <div
        className="message-list"
        ref={scroll.scroller}
        role="region"
        aria-label={t.messages}
        tabIndex={0}
        onScroll={scroll.onScroll}
        onKeyDown={scroll.onKeyDown}
      >
        <div className="message-list-inside">
          <NearContext value={scroll.watch}>
            <OlderState />
            {days.length === 0 && <EmptyState icon={MessagesSquare} title={t.noMessages} text={t.firstMessage} />}
            {days.map(({ key, at, blocks }) => (
              <Day key={key} at={at}>
                {blocks.map(({ key: blockKey, messages }) => (
                  <WindowedBlock key={blockKey} forced={false}>
                    {() => messages.map((message) => <ChatBubble key={message.key} message={message} named={named} />)}
                  </WindowedBlock>
                ))}
              </Day>
            ))}
          </NearContext>
        </div>
      </div>
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

function Day({ at, children }: { at: string; children: React.ReactNode }) {
  const format = useFormat()
  const label = format.dayLabel(at, useNow())
  return (
    <section className="message-day" aria-label={label}>
      <h3 className="day-separator">
        <span>{label}</span>
      </h3>
      {children}
    </section>
  )
}

function useChatScroll() {
  const { model } = useChat()
  const scroller = useRef<HTMLDivElement>(null)
  const [atNewest, setAtNewest] = useState(true)
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

  function onScroll() {
    const element = scroller.current
    if (!element) return
    // Counted from the bottom: 0 at the newest, negative above.
    const newest = element.scrollTop > -newestPixels
    if (newest !== atNewest) setAtNewest(newest)
    model.setAtNewest(newest)
    if (element.scrollHeight - element.clientHeight + element.scrollTop < olderPixels) void model.loadOlder()
  }

  // A window higher than the first page asks for more at once.
  useEffect(onScroll, [model])
  useEffect(() => {
    if (!scroller.current) return
    const made = createNearWatch(scroller.current)
    setNear(made)
    return made.stop
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  useFollowOwn(scroller)
  return {
    scroller,
    atNewest,
    onScroll,
    onKeyDown,
    watch: near?.watch,
    toNewest: () => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' }),
  }
}

/** What one has written oneself is always shown. */
function useFollowOwn(scroller: { current: HTMLElement | null }) {
  const { model } = useChat()
  const waiting = model.outbox.messages.value.at(-1)?.clientId
  useBrowserLayoutEffect(() => {
    if (waiting) scroller.current?.scrollTo({ top: 0 })
  }, [waiting])
}

/** At the top: older messages on their way, failed, or none left. */
function OlderState() {
  useSignals()
  const { model } = useChat()
  const { message: t, ui } = useTexts()
  if (model.older.value === 'failed') {
    return (
      <div className="older-state" role="alert">
        {t.olderFailed}
        <Button size="s" icon={RotateCw} onClick={() => void model.loadOlder()}>
          {ui.retry}
        </Button>
      </div>
    )
  }
  return (
    <div className="older-state">{model.older.value === 'loading' && <Spinner size={18} label={t.loadingOlder} />}</div>
  )
}

/** Tells those who do not see it what a colleague has just written. */
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
