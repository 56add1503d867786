import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, X } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../../ui/button/icon-button'
import { useConversation } from '../state/conversation-context'
import { QuotedContent, quotedColour } from '../bubble/quoted-message'
import { quoteOf } from '../../message/shown-message'

/** Shown above the text: the message replied to, or being edited. */
export function ComposerBar() {
  useSignals()
  const { composer } = useConversation()
  const t = useTexts().message.composer
  const reply = composer.replyTo.value
  const editing = composer.editing.value
  const message = reply ?? editing
  if (!message) return null
  const quoted = quoteOf(message)
  return (
    <div className="composer-bar" style={{ '--quoted-colour': quotedColour(quoted) }}>
      {editing && <Pencil size={16} aria-hidden />}
      <div className="quoted" role="status" aria-label={barLabel()}>
        {editing && <span className="quoted-author">{t.editing}</span>}
        {reply && <QuotedContent quoted={quoted} />}
        {editing && <span className="quoted-body truncate">{editing.body}</span>}
      </div>
      <IconButton icon={X} label={editing ? t.cancelEdit : t.cancelReply} size="s" onClick={composer.cancel} />
    </div>
  )

  function barLabel() {
    if (editing) return t.editing
    return reply?.fromMe ? t.replyingYourself : t.replying(reply?.contact?.name ?? '')
  }
}
