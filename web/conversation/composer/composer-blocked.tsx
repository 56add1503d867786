import { useSignals } from '@preact/signals-react/runtime'
import { Clock3, Info, MessageSquareText } from '../../ui/icons'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useConversationActions } from '../header/use-conversation-actions'
import { replyMinutesLeft, type WriteState } from './write-state'
import { useConversation } from '../state/conversation-context'

type Reason = Exclude<WriteState, { kind: 'free' }>['reason']

/** Says why writing is not allowed, and offers a way out. */
export function ComposerBlocked({ reason }: { reason: Reason }) {
  useSignals()
  const texts = useTexts()
  const t = texts.message.composer
  const { view, model } = useConversation()
  const actions = useConversationActions()
  const noteToo = reason === 'windowOver' || reason === 'blocked'
  const hasWritten = Boolean(model.ticket.value.lastInboundAt)
  const offersTemplate = reason === 'windowOver' && channelRules[model.ticket.value.channel].templates
  const wanted = noteToo ? undefined : (actions.accept ?? actions.reopen)
  return (
    <div className="composer-blocked" role="note">
      <Info size={16} aria-hidden />
      <span>
        {offersTemplate ? t[hasWritten ? 'windowOverTemplate' : 'neverWrote'] : t[reason]} {noteToo && t.privateOnly}
      </span>
      {offersTemplate && (
        <Button
          variant="primary"
          size="s"
          icon={MessageSquareText}
          onClick={() => (view.dialog.value = { kind: 'template' })}
        >
          {t.sendTemplate}
        </Button>
      )}
      {wanted && (
        <Button variant="primary" size="s" icon={wanted.icon} loading={view.busy.value} onClick={wanted.run}>
          {wanted.label}
        </Button>
      )}
    </div>
  )
}

/** The remaining reply time, on channels with a limit. */
export function ReplyWindow() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message.composer
  const format = useFormat()
  const now = useNow()
  const ticket = model.ticket.value
  const { replyBanner, replyWindowHours } = channelRules[ticket.channel]
  const left = replyMinutesLeft(ticket, now)
  if (replyWindowHours === undefined || left === 0) return null
  return (
    <p className="reply-window" data-short={(left !== undefined && left < 120) || undefined}>
      <Clock3 size={14} aria-hidden />
      {replyBanner && t.window} {left !== undefined && t.windowLeft(format.duration(left))}
    </p>
  )
}
