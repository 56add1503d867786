import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Clock3, Info, MessageSquareText } from '../../ui/icons'
import { channelRules, replyWindowEndMs } from '../../../src/channel/channel-rules.contract'
import { useFormat, useNow, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useConversationActions } from '../header/use-conversation-actions'
import { useConversation } from '../state/conversation-context'
import { focusRowOf } from './focus-row'
import { minuteMs } from '../../../src/kernel/time/durations.contract'
import { type WriteBar, writeBarOf } from '../../../src/message/message.policy'
import type { TicketView } from '../../../src/ticket/ticket.answers'

type Reason = Exclude<WriteState, { kind: 'free' }>['reason']

interface ComposerBlockedProps {
  reason: Reason
  /** The text had the focus when it went away. */
  interrupted?: boolean
}

export function ComposerBlocked({ reason, interrupted = false }: ComposerBlockedProps) {
  useSignals()
  const note = useInterruption(interrupted)
  const texts = useTexts()
  const t = texts.message.composer
  const { view, model } = useConversation()
  const actions = useConversationActions()
  const noteToo = reason === 'windowOver' || reason === 'commentReplied' || reason === 'blocked'
  const hasWritten = Boolean(model.ticket.value.lastInboundAt)
  const offersTemplate = reason === 'windowOver' && channelRules[model.ticket.value.channel].templates
  const wanted = noteToo ? undefined : (actions.accept ?? actions.reopen)
  return (
    <div className="composer-blocked row wraps" role="note" {...note}>
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
        <Button
          className="composer-blocked-action"
          variant="primary"
          size="s"
          icon={wanted.icon}
          loading={view.busy.value}
          onClick={wanted.run}
        >
          {wanted.label}
        </Button>
      )}
    </div>
  )
}

/** Takes the focus from a text that went away while someone typed. The rest of the sentence then runs no shortcuts. */
function useInterruption(interrupted: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const { model } = useConversation()
  useEffect(() => {
    if (interrupted) ref.current?.focus({ preventScroll: true })
    // Only when the note appears: later renders no longer find the text.
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget) return
    const { key, ctrlKey, metaKey, altKey } = event
    const writes = [...key].length === 1 && !ctrlKey && !metaKey && !altKey
    if (writes || key === 'Escape') event.preventDefault()
    if (key !== 'Escape') return
    // The list may be empty now.
    event.currentTarget.blur()
    focusRowOf(model.ticket.peek().id)
  }

  return { ref, tabIndex: -1, onKeyDown }
}

/** The remaining reply time, on channels with a limit. */
export function ReplyWindow() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().message.composer
  const format = useFormat()
  const now = useNow()
  const ticket = model.ticket.value
  const { replyBanner, replyWindowHours, humanAgentDays = 0 } = channelRules[ticket.channel]
  const left = replyMinutesLeft(ticket, now)
  if (replyWindowHours === undefined || left === 0 || ticket.commentReply === 'sent') return null
  return (
    <p className="reply-window row note-text" data-short={(left !== undefined && left < 120) || undefined}>
      <Clock3 size={14} aria-hidden />
      {replyBanner && rule()} {left !== undefined && t.windowLeft(format.duration(left))}
    </p>
  )

  function rule() {
    if (ticket.commentReply) return t.commentReply
    return ticket.hasHumanAgent ? t.windowOfPeople(humanAgentDays) : t.window
  }
}

/** Returns the minutes left to reply; undefined without a limit or when unknown. */
export function replyMinutesLeft(
  ticket: Pick<TicketView, 'channel' | 'lastInboundAt' | 'hasHumanAgent' | 'commentReply' | 'isWindowRefused'>,
  nowMs: number,
): number | undefined {
  const { channel, lastInboundAt, hasHumanAgent, commentReply } = ticket
  if (lastInboundAt === undefined) return undefined
  if (ticket.isWindowRefused) return 0
  const longer = { hasHumanAgent, isComment: commentReply !== undefined }
  const endMs = replyWindowEndMs(channel, lastInboundAt === null ? undefined : Date.parse(lastInboundAt), longer)
  return endMs === undefined ? undefined : Math.max(0, Math.floor((endMs - nowMs) / minuteMs))
}

/** Why writing is not allowed, and whether a private note still is. */
type WriteState =
  | { kind: 'free' }
  | { kind: 'private'; reason: 'windowOver' | 'commentReplied' | 'blocked' }
  | { kind: 'none'; reason: Exclude<WriteBar, 'blocked'> }

export function writeStateOf(ticket: TicketView, nowMs: number): WriteState {
  const bar = writeBarOf(ticket.status, ticket.contact.active)
  if (bar === 'blocked') return { kind: 'private', reason: bar }
  if (bar) return { kind: 'none', reason: bar }
  if (ticket.commentReply === 'sent') return { kind: 'private', reason: 'commentReplied' }
  if (replyMinutesLeft(ticket, nowMs) === 0) return { kind: 'private', reason: 'windowOver' }
  return { kind: 'free' }
}
