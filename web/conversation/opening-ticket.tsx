import type { TicketView } from '../../src/ticket/ticket.answers'
import { writeBarOf } from '../../src/message/message.policy'
import { useTexts } from '../i18n/i18n'
import { OpeningPane, type OpeningState } from '../message/opening/opening-pane'
import { Avatar } from '../ui/display/avatar'
import { Skeleton } from '../ui/feedback/feedback'
import { TicketAbout, BackToList } from './header/header-parts'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useApp } from '../app/app-context'
import { createDraftStorage } from '../message/composer/draft-storage'
import { GrowingText, isTouch } from '../message/composer/growing-text'
import { presentUser } from '../session/session-model'
import { isWriting } from '../ui/layout/focus'
import type { OpeningInput } from './state/opening-input'
import { focusRowOf } from './composer/focus-row'

interface OpeningTicketProps extends OpeningComposerProps {
  state: OpeningState
  /** The ticket as shown in its row; undefined when no list contains it. */
  ticket: TicketView | undefined
}

export function OpeningTicket({ state, ticket, ...composer }: OpeningTicketProps) {
  const t = useTexts().conversation
  const mayWrite = !ticket || writeBarOf(ticket.status, ticket.contact.active) === undefined
  return (
    <OpeningPane label={t.region} state={state} composer={mayWrite ? <OpeningComposer {...composer} /> : null}>
      <BackToList />
      <div className="conversation-who grows row gap-3">
        {ticket ? (
          <Avatar name={ticket.contact.name} src={ticket.contact.urlPicture} size={38} />
        ) : (
          <Skeleton shape="circle" width={38} height={38} />
        )}
        <span className="conversation-names">
          <span className="conversation-name truncate" dir="auto">
            {ticket ? ticket.contact.name : <Skeleton width={160} />}
          </span>
          {ticket && <TicketAbout ticket={ticket} />}
        </span>
      </div>
    </OpeningPane>
  )
}

interface OpeningComposerProps {
  input: OpeningInput
  /** Told while an accent or a word of an input method is unfinished: this text must not be replaced meanwhile. */
  onComposing: (isComposing: boolean) => void
}

/** The composer of a conversation that is still loading. What is written becomes the ticket's draft. */
function OpeningComposer({ input, onComposing }: OpeningComposerProps) {
  const t = useTexts().message.composer
  const ref = useRef<HTMLTextAreaElement>(null)
  const [text, write] = useDraftWhileOpening(input)

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (!isTouch() && !isWriting() && !input.isLeft) {
      element.focus({ preventScroll: true })
      element.setSelectionRange(element.value.length, element.value.length)
    }
    return () => void (input.caret = element.value === '' ? undefined : element.selectionEnd)
  }, [input])

  function send() {
    if (text.trim() === '') return
    input.texts.push(text)
    write('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || input.ticketId === undefined) return
    event.preventDefault()
    input.isLeft = true
    focusRowOf(input.ticketId)
  }

  return (
    <footer className="composer">
      <div
        className="composer-row"
        onFocus={() => (input.isLeft = false)}
        onBlur={({ relatedTarget }) =>
          (input.isLeft = relatedTarget !== null && !relatedTarget.closest('dialog, .composer'))
        }
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={({ target }) => {
          if (target instanceof HTMLTextAreaElement) write(target.value)
          onComposing(false)
        }}
      >
        <GrowingText
          ref={ref}
          value={text}
          onValueChange={write}
          label={t.label}
          placeholder={t.placeholder}
          onFiles={(files) => void input.files.push(...files)}
          onSend={send}
          onKeyDown={onKeyDown}
        />
      </div>
    </footer>
  )
}

/** The text and its setter. The draft is stored before the conversation, which takes its place, reads it. */
function useDraftWhileOpening(input: OpeningInput) {
  const { session } = useApp()
  const [drafts] = useState(() => createDraftStorage(presentUser(session).peek(), localStorage))
  const [kept] = useState(() => (input.ticketId === undefined ? undefined : drafts.read(input.ticketId)))
  const [text, setText] = useState(kept?.text ?? '')
  const latest = useRef(text)

  function write(value: string) {
    latest.current = value
    setText(value)
  }

  useLayoutEffect(
    () => () => {
      const { ticketId, isLoaded, texts } = input
      // What could not be sent is not lost.
      const written = [...(isLoaded ? [] : texts.splice(0)), latest.current].filter((part) => part !== '').join('\n')
      if (ticketId === undefined || written === (kept?.text ?? '')) return
      const before = kept ?? drafts.read(ticketId)
      drafts.write(ticketId, { ...before, text: kept ? written : before.text + written })
    },
    [drafts, kept, input],
  )
  return [text, write] as const
}
