import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { createDraftStorage } from '../../message/composer/draft-storage'
import { GrowingText, isTouch } from '../../message/composer/growing-text'
import { presentUser } from '../../session/session-model'
import { isWriting } from '../../ui/layout/focus-drawn'

export interface OpeningComposerProps {
  /** The ticket, as soon as it is known. */
  ticketId: RefObject<number | undefined>
  /** Told while an accent or a word of an input method is unfinished: this text must not be replaced meanwhile. */
  onComposing: (isComposing: boolean) => void
}

/** The composer of a conversation that is still loading. What is written becomes the ticket's draft. */
export function OpeningComposer({ ticketId, onComposing }: OpeningComposerProps) {
  const { session } = useApp()
  const t = useTexts().message.composer
  const ref = useRef<HTMLTextAreaElement>(null)
  const [drafts] = useState(() => createDraftStorage(presentUser(session).peek(), localStorage))
  const [kept] = useState(() => (ticketId.current === undefined ? undefined : drafts.read(ticketId.current)))
  const [text, setText] = useState(kept?.text ?? '')
  const latest = useRef(text)

  function write(value: string) {
    latest.current = value
    setText(value)
  }

  useLayoutEffect(() => {
    if (!isTouch() && !isWriting()) ref.current?.focus({ preventScroll: true })
    ref.current?.setSelectionRange(latest.current.length, latest.current.length)
    // Before the conversation, which takes its place, reads the draft.
    return () => {
      const id = ticketId.current
      if (id === undefined || latest.current === (kept?.text ?? '')) return
      const before = kept ?? drafts.read(id)
      drafts.write(id, { ...before, text: kept ? latest.current : before.text + latest.current })
    }
  }, [drafts, kept, ticketId])

  return (
    <footer className="composer">
      <div
        className="composer-row"
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
          onFiles={() => {}}
          onSend={() => {}}
        />
      </div>
    </footer>
  )
}
