import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from '../../ui/icons'
import { useMemo, useEffect, useState, type KeyboardEvent } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { EmptyState } from '../../ui/feedback/feedback'
import { useInBrowser } from '../../ui/layout/use-media'
import { useConversation } from '../state/conversation-context'
import { MessageRow } from './message-row'
import {
  MessageScroller,
  WindowedBlock,
  createNearWatch,
  NewestButton,
  useBrowserLayoutEffect,
  useNewestScroll,
  MessageDay,
  moveFocus,
} from '../../message/list/message-scroller'
import { summaryOf } from '../../message/message-summary'
import { effect } from '@preact/signals-react'
import { minuteMs, hourMs } from '../../../src/kernel/time/durations.contract'
import type { ShownMessage } from '../../message/shown-message'

export function MessageList() {
  useSignals()
  const { model, view } = useConversation()
  const t = useTexts().message
  // Not before, so that the messages are as the server rendered them. It asks for what was missed.
  useEffect(() => model.start(), [model])
  useEffect(() => void (view.isListReady.value = true), [view])
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
}

function useSections() {
  useSignals()
  const { model } = useConversation()
  const format = useFormat()
  const isHydrated = useInBrowser(() => true, false)
  // What was sent before is added afterwards: otherwise React would render the whole list anew.
  const messages = isHydrated ? model.messages.value : model.rendered
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

type ConversationRow =
  | { kind: 'message'; key: string; message: ShownMessage; first: boolean; last: boolean }
  | { kind: 'ticket'; key: string; ticket: ShownMessage['ticket'] }
  | { kind: 'unread'; key: string; count: number }

/** The rows of a few hours, removed from the document together when far outside the visible part. */
interface RowBlock {
  key: string
  rows: ConversationRow[]
}

interface DaySection {
  key: string
  at: string
  blocks: RowBlock[]
}

interface RowOptions {
  dayOf: (moment: string) => string
  /** The open ticket. Messages of others follow a separator. */
  ticketId: number
  firstUnreadId: number | undefined
  unreadCount: number
}

const groupMs = 5 * minuteMs
/** Fixed clock times, so that a page added above never changes the blocks below. */
const blockMs = 3 * hourMs

export function buildSections(messages: readonly ShownMessage[], options: RowOptions): DaySection[] {
  const sections: DaySection[] = []
  let previous: ShownMessage | undefined
  for (const message of messages) {
    const day = sections.length
    const block = blockFor(sections, message, options.dayOf)
    const separated = pushSeparators(block, message, previous, options) || sections.length > day
    const before = separated ? undefined : previous
    const joined = before !== undefined && belongTogether(before, message)
    if (joined) endLast(sections, before.key)
    block.rows.push({ kind: 'message', key: message.key, message, first: !joined, last: true })
    previous = message
  }
  return sections
}

function blockFor(sections: DaySection[], { createdAt }: ShownMessage, dayOf: RowOptions['dayOf']): RowBlock {
  const day = dayOf(createdAt)
  let section = sections.at(-1)
  if (section?.key !== day) sections.push((section = { key: day, at: createdAt, blocks: [] }))
  const key = `${day} ${Math.floor(Date.parse(createdAt) / blockMs)}`
  let block = section.blocks.at(-1)
  if (block?.key !== key) section.blocks.push((block = { key, rows: [] }))
  return block
}

function pushSeparators(
  block: RowBlock,
  message: ShownMessage,
  previous: ShownMessage | undefined,
  options: RowOptions,
) {
  const before = block.rows.length
  const { ticket, ticketId, id, key } = message
  const otherTicket = previous ? previous.ticketId !== ticketId : ticketId !== options.ticketId
  if (otherTicket) block.rows.push({ kind: 'ticket', key: `ticket ${key}`, ticket })
  if (id !== 0 && id === options.firstUnreadId)
    block.rows.push({ kind: 'unread', key: 'unread', count: options.unreadCount })
  return block.rows.length > before
}

/** The previous message, possibly in the block before, does not end its group. */
function endLast(sections: DaySection[], key: string) {
  for (const block of sections.at(-1)?.blocks.slice(-2) ?? []) {
    const row = block.rows.at(-1)
    if (row?.kind === 'message' && row.key === key) row.last = false
  }
}

function belongTogether(a: ShownMessage, b: ShownMessage) {
  return (
    authorOf(a) === authorOf(b) &&
    a.isPrivate === b.isPrivate &&
    a.mediaType !== 'call_log' &&
    b.mediaType !== 'call_log' &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < groupMs
  )
}

function authorOf({ fromMe, user, contact }: ShownMessage) {
  return fromMe ? `us ${user?.id ?? 'automatic'}` : `them ${contact?.id ?? ''}`
}
