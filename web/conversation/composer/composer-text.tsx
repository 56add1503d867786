import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { isFocusLost, isWriting } from '../../ui/layout/focus'
import { useConversation } from '../state/conversation-context'
import { GrowingText, isTouch } from '../../message/composer/growing-text'
import { useMentions } from './use-mentions'
import { focusRowOf } from './focus-row'
import { useQuickReplies } from './use-quick-replies'
import { lazyPart } from '../../ui/layout/lazy-part'

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
  const mentions = useMentions(text, ref, isPrivate)
  const popup = popupOf()
  useWantedFocus(ref, text)

  function popupOf() {
    const list = mentions.open ? mentions : quick.open ? quick : undefined
    return list && { controls: listId, active: list.found.length > 0 ? `${listId}-${list.active}` : undefined }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (mentions.onKeyDown(event) || quick.onKeyDown(event)) return
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
    if (!composer.editing.peek()) presence.typed(value, isPrivate)
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
      aria-controls={popup?.controls}
      aria-activedescendant={popup?.active}
      onFiles={onFiles}
      onSend={onSend}
      onKeyDown={onKeyDown}
    >
      {mentions.open && <MentionList id={listId} anchor={frame} mentions={mentions} />}
      {quick.open && !mentions.open && (
        <QuickReplyList id={listId} anchor={frame} quick={quick} key={model.ticket.value.id} />
      )}
    </GrowingText>
  )
}

/** From an empty text up to the messages. */
function focusLastMessage() {
  const rows = document.querySelectorAll<HTMLElement>('.message-list .message')
  rows[rows.length - 1]?.focus()
}

/** On opening only without an on-screen keyboard and another focus. */
function useWantedFocus(ref: ComposerTextProps['ref'], text: string) {
  useSignals()
  const { composer, input } = useConversation()
  const modal = useUi().modals.top.value
  const wanted = composer.focusWanted.value
  const [first] = useState(wanted)
  /** The conversation was shown beneath a dialog, which cannot return the focus to what it replaced. */
  const isDue = useRef(false)
  // Before the next key: what was typed while the conversation loaded is continued here.
  useLayoutEffect(() => {
    if (wanted === first && (input.isLeft || isTouch())) return
    isDue.current = wanted === first && document.activeElement?.closest('dialog') != null
    if (wanted === first && isWriting()) return
    const element = ref.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [wanted, first, ref])
  useLayoutEffect(() => {
    if (input.caret === undefined || text === '') return
    ref.current?.setSelectionRange(input.caret, input.caret)
    input.caret = undefined
  }, [text])
  useEffect(() => {
    if (modal || !isDue.current) return
    isDue.current = false
    if (isFocusLost()) ref.current?.focus({ preventScroll: true })
  }, [modal])
}

/** Parts that are shown occasionally, and so not loaded at first. */
export const RecordingBar = lazyPart(() => import('./recording-bar').then((code) => code.RecordingBar))
export const ComposerAttachments = lazyPart(() =>
  import('./composer-attachments').then((code) => code.ComposerAttachments),
)
export const SelectionBar = lazyPart(() => import('../list/selection-bar').then((code) => code.SelectionBar))
const QuickReplyList = lazyPart(() => import('./quick-reply-list').then((code) => code.QuickReplyList))
const MentionList = lazyPart(() => import('./mention-list').then((code) => code.MentionList))

/** Loads them ahead of use, after the conversation is shown. */
export async function fetchComposerParts() {
  await Promise.all(
    [RecordingBar, ComposerAttachments, SelectionBar, QuickReplyList, MentionList].map(({ fetch }) => fetch()),
  )
}
