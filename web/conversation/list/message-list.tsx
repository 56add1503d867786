import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from '../../ui/icons'
import { memo, useMemo, useEffect, useState, type KeyboardEvent } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { EmptyState } from '../../ui/feedback/empty-state'
import { useConversation } from '../state/conversation-context'
import { buildSections, type ConversationRow, type DaySection } from './conversation-rows'
import { MessageDay } from '../../message/list/message-day'
import { MessageRow } from './message-row'
import { MessageScroller, WindowedBlock, createNearWatch } from '../../message/list/message-scroller'
import { NewestButton } from '../../message/list/newest-button'
import { summaryOf } from '../../message/message-summary'
import { effect } from '@preact/signals-react'
import { moveFocus } from '../../message/list/move-focus'
import { useBrowserLayoutEffect, useNewestScroll } from '../../message/list/use-newest-scroll'

export const MessageList = memo(function MessageList() {
  useSignals()
  const { model, view } = useConversation()
  const t = useTexts().message
  const sections = useSections()
  const scroll = useMessageScroll()
  const empty = sections.length === 0 && !model.hasOlder.value
  return (
    <div className="message-list-frame">
      <MessageScroller label={t.list} model={model} scroll={scroll}>
        {empty && <EmptyState icon={MessagesSquare} title={t.empty} />}
        {sections.map((section) => (
          <Day key={section.key} section={section} wanted={view.wanted.value?.key} />
        ))}
        <TypingBubble />
      </MessageScroller>
      <JumpButton shown={!scroll.atNewest} onJump={scroll.toNewest} />
      <MessageAnnouncer />
    </div>
  )
})

function useSections() {
  useSignals()
  const { model } = useConversation()
  const format = useFormat()
  const messages = model.messages.value
  const { id } = model.ticket.peek()
  return useMemo(
    () =>
      buildSections(messages, {
        dayOf: format.date,
        ticketId: id,
        firstUnreadId: model.firstUnreadId,
        unreadCount: model.unreadAtOpening,
      }),
    [messages, format, id, model],
  )
}

function Day({ section: { at, blocks }, wanted }: { section: DaySection; wanted: string | undefined }) {
  return (
    <MessageDay at={at}>
      {blocks.map(({ key, rows }) => (
        <WindowedBlock key={key} forced={wanted !== undefined && rows.some((row) => row.key === wanted)}>
          {() => rows.map((row) => <Row key={row.key} row={row} />)}
        </WindowedBlock>
      ))}
    </MessageDay>
  )
}

function Row({ row }: { row: ConversationRow }) {
  const t = useTexts().message
  if (row.kind === 'message') return <MessageRow message={row.message} first={row.first} last={row.last} />
  if (row.kind === 'unread') {
    return (
      <p className="unread-separator" data-row="unread">
        <span>{t.unreadSeparator(row.count)}</span>
      </p>
    )
  }
  const { id, queue } = row.ticket
  return (
    <p className="ticket-separator">
      <span style={queue ? { '--queue-colour': queue.color } : undefined}>{t.ticketSeparator(id, queue?.name)}</span>
    </p>
  )
}

function JumpButton({ shown, onJump }: { shown: boolean; onJump: () => void }) {
  useSignals()
  const { model } = useConversation()
  return <NewestButton shown={shown} count={model.arrived.value} onJump={onJump} />
}

function MessageAnnouncer() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const message = model.latest.value
  const name = message?.contact?.name ?? model.ticket.value.contact.name
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A new element, because an equal text would not be announced again. */}
      {message && <span key={message.id}>{t.announce(name, summaryOf(message, t))}</span>}
    </div>
  )
}

function TypingBubble() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message
  const typing = model.typing.value
  if (!typing) return null
  return (
    <p className="typing-bubble">
      <span className="typing-dots" aria-hidden>
        <span />
        <span />
        <span />
      </span>
      <span className="visually-hidden">{typing.recording ? t.recordingNow(typing.name) : t.typing(typing.name)}</span>
    </p>
  )
}

const olderPixels = 50
/** Space above the first unread message when the conversation opens there. */
const unreadMargin = 56
const landingFrames = 6

/** Scrolls the list: loads older pages, opens at the unread messages, follows new ones, and jumps to quotes. */
function useMessageScroll() {
  const { model, view, composer } = useConversation()
  const scroll = useNewestScroll({ model, ends: useEnds(), olderPixels })
  const { scroller, onScroll } = scroll
  const [near, setNear] = useState<ReturnType<typeof createNearWatch>>()

  useBrowserLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const stopLanding = landOnUnread(element)
    onScroll()
    const made = createNearWatch(element)
    setNear(made)
    return () => {
      stopLanding()
      made.stop()
    }
  }, [])

  useEffect(
    () =>
      effect(() => {
        const wanted = view.wanted.value
        if (!wanted) return
        // In the next frame, because its rows may have to be rendered first.
        requestAnimationFrame(() => {
          const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.key)}"]`)
          row?.scrollIntoView({ block: 'center' })
          // A search keeps the focus, so that Enter shows the next hit.
          if (!view.searching.peek()) row?.focus({ preventScroll: true })
        })
      }),
    [view],
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // The menu of a message closes itself.
    if (event.target instanceof Element && event.target.closest(':popover-open')) return
    if (event.key === 'Escape') {
      if (view.selection.peek()) view.selection.value = undefined
      else composer.focusWanted.value += 1
      return event.preventDefault()
    }
    if (moveFocus(scroller.current, event)) event.preventDefault()
  }

  return { ...scroll, onKeyDown, watch: near?.watch }
}

/** Heights of rows never seen are estimates, so the position is corrected until the reader scrolls. */
function landOnUnread(list: HTMLElement) {
  const stop = new AbortController()
  const row = list.querySelector('[data-row=unread]')
  // Includes the separator of the ticket that starts there, which the day would cover.
  const before = row?.previousElementSibling
  const unread = before?.matches('.ticket-separator') ? before : row
  const above = () => (unread?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top - unreadMargin
  if (!unread) return () => {}
  let landing = false

  function land(framesLeft: number) {
    if (stop.signal.aborted) return
    // What replaces the composer may make the list lower after the first frame.
    landing ||= above() < 0
    if (landing) list.scrollTop += above()
    if (framesLeft > 0) requestAnimationFrame(() => land(framesLeft - 1))
  }
  land(landingFrames)
  for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    list.addEventListener(moved, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  return () => stop.abort()
}

function useEnds() {
  const { model } = useConversation()
  return { last: model.messages.value.at(-1)?.key, own: model.outbox.messages.value.at(-1)?.clientId }
}
