import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useActionCommands } from '../../app/use-commands'
import { useErrorText, useNow, useTexts } from '../../i18n/i18n'
import { Lock, Mic, TriangleAlert, Pencil, X } from '../../ui/icons'
import { useUi } from '../../ui/context/ui-context'
import { messageTextMax } from '../../../src/message/message.policy'
import { ComposerBlocked, ReplyWindow, writeStateOf } from './composer-blocked'
import { ComposerText, ComposerAttachments, RecordingBar } from './composer-text'
import { ComposerTools } from './composer-tools'
import { useConversation } from '../state/conversation-context'
import { DropZone, SendButton, isTooLong, TextLimit } from '../../message/composer/composer-controls'
import { useUnreachable } from './use-mentions'
import { useSignature } from './use-signature'
import { useAddFiles } from './use-add-files'
import { IconButton } from '../../ui/button/button'
import { QuotedContent, quotedColour } from '../bubble/quoted-content'
import { quoteOf } from '../../message/shown-message'

export function Composer() {
  useSignals()
  const { model, composer } = useConversation()
  const state = writeStateOf(model.ticket.value, useNow())
  const addFiles = useAddFiles()
  const [recording, setRecording] = useState(false)
  const send = useSend()
  useOpeningInput(send, addFiles)
  const text = useRef<HTMLTextAreaElement>(null)
  if (state.kind === 'none') {
    const interrupted = text.current !== null && text.current === document.activeElement
    return <ComposerBlocked reason={state.reason} interrupted={interrupted} />
  }

  const onlyPrivate = state.kind === 'private'
  const isPrivate = onlyPrivate || composer.isPrivate.value
  return (
    <DropZone onFiles={addFiles}>
      <footer className="composer" data-private={isPrivate || undefined}>
        <ReplyWindow />
        {onlyPrivate && <ComposerBlocked reason={state.reason} />}
        {isPrivate && <PrivateStrip />}
        <ComposerBar />
        <ComposerLimit />
        {isPrivate && <MentionWarning />}
        {composer.attachments.value.length > 0 && <ComposerAttachments onFiles={addFiles} />}
        {recording ? (
          <RecordingBar onDone={() => setRecording(false)} />
        ) : (
          <div className="composer-row">
            <ComposerText ref={text} isPrivate={isPrivate} onFiles={addFiles} onSend={send} />
            <ComposerTools onFiles={addFiles} text={text} onlyPrivate={onlyPrivate} />
            <ComposerSend
              isPrivate={isPrivate}
              onSend={send}
              onRecord={isPrivate ? undefined : () => setRecording(true)}
            />
          </div>
        )}
      </footer>
    </DropZone>
  )
}

function PrivateStrip() {
  const t = useTexts().message.composer
  return (
    <p className="composer-private-strip row wraps">
      <Lock size={14} aria-hidden />
      <strong>{t.private}</strong> {t.privateHint}
    </p>
  )
}

/** A separate component, because it renders on every keystroke. */
function ComposerLimit() {
  useSignals()
  const { composer } = useConversation()
  return <TextLimit text={composer.text.value} max={messageTextMax} />
}

/** Names colleagues who are mentioned and may not see the ticket. */
function MentionWarning() {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const names = useUnreachable(composer.text.value, true)
  if (names.length === 0) return null
  const text = names.length === 1 ? t.cannotSee : t.cannotSeeMany
  return (
    <p className="composer-warning row" role="status">
      <TriangleAlert size={14} aria-hidden />
      {text(names.join(', '))}
    </p>
  )
}

function ComposerSend(props: Pick<Parameters<typeof SendButton>[0], 'isPrivate' | 'onSend' | 'onRecord'>) {
  useSignals()
  const { composer } = useConversation()
  const texts = useTexts()
  const empty = composer.text.value.trim() === '' && composer.attachments.value.length === 0
  const { onRecord } = props
  useActionCommands(
    texts.conversation.actions.group,
    onRecord ? [{ label: texts.message.composer.record, icon: Mic, run: onRecord }] : [],
  )
  return <SendButton empty={empty} editing={composer.editing.value !== undefined} {...props} />
}

/** Sends what was sent while the conversation loaded. */
function useOpeningInput(send: () => unknown, addFiles: (files: readonly File[]) => void) {
  const { composer, input } = useConversation()
  useEffect(() => {
    // Last, because it may still be written; before it what the ticket does not take.
    const left = [composer.text.peek()]
    for (const text of input.texts.splice(0)) {
      composer.text.value = text
      void send()
      left.splice(-1, 0, composer.text.peek())
    }
    composer.text.value = left.filter((text) => text !== '').join('\n')
    if (input.files.length > 0) addFiles(input.files.splice(0))
  }, [])
}

function useSend() {
  const { model, composer, presence } = useConversation()
  const signature = useSignature()
  const now = useNow()
  const errorText = useErrorText()
  const { toast } = useUi()
  return async () => {
    if (isTooLong(composer.text.peek(), messageTextMax)) return
    // After a click on the button, too, so that what is typed next runs no shortcut.
    composer.focusWanted.value += 1
    const edited = composer.editing.peek()
    if (!edited) {
      const state = writeStateOf(model.ticket.peek(), now)
      if (state.kind === 'none') return
      const drafts = composer.take(signature.signs())
      presence.stopped()
      for (const draft of drafts) model.outbox.send(state.kind === 'private' ? { ...draft, isPrivate: true } : draft)
      return
    }
    const body = composer.text.peek().trim()
    if (body === '') return
    const { picked } = composer
    composer.cancel()
    if (body === edited.body) return
    try {
      await model.edit(edited, body, edited.isPrivate ? picked : [])
    } catch (cause) {
      // Keeps the text when the server refuses it.
      composer.edit({ ...edited, body })
      toast.error(errorText(cause))
    }
  }
}

function ComposerBar() {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const reply = composer.replyTo.value
  const editing = composer.editing.value
  const message = reply ?? editing
  if (!message) return null
  const quoted = quoteOf(message)
  return (
    <div className="composer-bar row" style={{ '--quoted-colour': quotedColour(quoted) }}>
      {editing && <Pencil size={16} aria-hidden />}
      <div className="quoted" role="status" aria-label={barLabel()}>
        {editing && <span className="quoted-author">{t.editing}</span>}
        {reply && <QuotedContent quoted={quoted} />}
        {editing && <span className="quoted-body row truncate">{editing.body}</span>}
      </div>
      <IconButton icon={X} label={editing ? t.cancelEdit : t.cancelReply} size="s" onClick={composer.cancel} />
    </div>
  )

  function barLabel() {
    if (editing) return t.editing
    return reply?.fromMe ? t.replyingYourself : t.replying(reply?.contact?.name ?? '')
  }
}
