import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import { isWriting } from '../../ui/focus-drawn'
import { QuickReplyList } from './composer-parts'
import { useConversation } from '../conversation-context'
import { GrowingText, isTouch } from '../../message/composer/growing-text'
import { useQuickReplies } from './use-quick-replies'

interface ComposerTextProps {
  ref: RefObject<HTMLTextAreaElement | null>
  isPrivate: boolean
  onFiles: (files: readonly File[]) => void
  onSend: () => void
}

/** The text. A slash opens the quick replies; the up arrow moves to the messages. */
export function ComposerText({ ref, isPrivate, onFiles, onSend }: ComposerTextProps) {
  useSignals()
  const { composer, model, presence } = useConversation()
  const t = useTexts().message.composer
  const listId = useId()
  const text = composer.text.value
  const frame = useRef<HTMLDivElement>(null)
  const quick = useQuickReplies(text, composer.editing.value === undefined)
  useWantedFocus(ref)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (quick.onKeyDown(event)) return
    const { key, currentTarget } = event
    if (key === 'Escape') {
      event.preventDefault()
      if (composer.replyTo.peek() || composer.editing.peek()) composer.cancel()
      else focusRowOf(model.ticket.peek().id)
    } else if (key === 'ArrowUp' && !event.altKey && currentTarget.value === '' && !composer.editing.peek()) {
      event.preventDefault()
      focusLastMessage()
    }
  }

  function write(value: string) {
    composer.text.value = value
    // Private notes and edits are not shown to the contact as typing.
    if (!isPrivate && !composer.editing.peek()) presence.typed(value)
  }

  return (
    <GrowingText
      ref={ref}
      frame={frame}
      value={text}
      onValueChange={write}
      label={t.label}
      placeholder={isPrivate ? t.placeholderPrivate : t.placeholder}
      aria-autocomplete="list"
      aria-controls={quick.open ? listId : undefined}
      aria-activedescendant={quick.open && quick.found.length > 0 ? `${listId}-${quick.active}` : undefined}
      onFiles={onFiles}
      onSend={onSend}
      onKeyDown={onKeyDown}
    >
      {quick.open && <QuickReplyList id={listId} anchor={frame} quick={quick} key={model.ticket.value.id} />}
    </GrowingText>
  )
}

/** From the text back to the ticket's row in the list. */
function focusRowOf(ticketId: number) {
  const row = document.querySelector(`[data-ticket="${ticketId}"]`) ?? document.querySelector('[data-ticket]')
  row?.querySelector<HTMLElement>('.ticket-row-link')?.focus()
}

/** From an empty text up to the messages. */
function focusLastMessage() {
  const rows = document.querySelectorAll<HTMLElement>('.message-list .message')
  rows[rows.length - 1]?.focus()
}

/**
 * Focuses the text when a reply or an edit starts. On opening, only without an on-screen keyboard and if nothing else
 * has the focus.
 */
function useWantedFocus(ref: ComposerTextProps['ref']) {
  useSignals()
  const { composer } = useConversation()
  const wanted = composer.focusWanted.value
  const [first] = useState(wanted)
  useEffect(() => {
    if (wanted === first && (isTouch() || isWriting())) return
    const element = ref.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [wanted, first, ref])
}
