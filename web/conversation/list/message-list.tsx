import { useSignals } from '@preact/signals-react/runtime'
import { MessagesSquare } from '../../ui/icons'
import { memo, useMemo } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { EmptyState } from '../../ui/feedback/empty-state'
import { useConversation } from '../state/conversation-context'
import { buildSections, type ConversationRow, type DaySection } from './conversation-rows'
import { MessageDay } from '../../message/list/message-day'
import { MessageRow } from './message-row'
import { MessageScroller } from '../../message/list/message-scroller'
import { useMessageScroll } from './use-message-scroll'
import { WindowedBlock } from '../../message/list/windowed-block'
import { NewestButton } from '../../message/list/newest-button'
import { summaryOf } from '../../message/message-summary'

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

/** Announces the contact's new messages to screen readers. */
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
