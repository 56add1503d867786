import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, MessageCircle, Unplug, Bot } from '../ui/icons'
import type { NewerTicket } from '../../src/ticket/ticket.answers'
import { useFormat, useTexts } from '../i18n/i18n'
import { links } from '../app/links'
import { useConversation } from './state/conversation-context'
import { Button } from '../ui/button/button'
import { Link } from '../ui/display/link'
import { useConversationActions } from './header/use-conversation-actions'
import { useApp } from '../app/app-context'
import { useAttempt } from '../ui/form/use-attempt'

export function ConversationNotices() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().conversation
  const { whatsapp, status, newerTicket } = model.ticket.value
  if (status === 'closed') return newerTicket ? <NewerTicketNotice newer={newerTicket} /> : null
  return (
    <>
      {whatsapp && whatsapp.status !== 'CONNECTED' && (
        <p className="conversation-notice row" role="status">
          <Unplug size={15} aria-hidden />
          {t.disconnected(whatsapp.name)}
        </p>
      )}
      <SnoozeNotice />
      <RunningBot />
    </>
  )
}

function SnoozeNotice() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const { wake } = useConversationActions()
  const { snoozedUntil } = model.ticket.value
  if (!snoozedUntil) return null
  return (
    <p className="conversation-notice row" data-tone="info" role="status">
      <AlarmClock size={15} aria-hidden />
      {t.until(format.dateTime(snoozedUntil))}
      {wake && (
        <Button size="s" onClick={wake.run}>
          {wake.label}
        </Button>
      )}
    </p>
  )
}

function NewerTicketNotice({ newer: { id, uuid, user, queue } }: { newer: NewerTicket }) {
  const t = useTexts().conversation.newerTicket
  return (
    <p className="conversation-notice row" data-tone="info" role="status">
      <MessageCircle size={15} aria-hidden />
      <span>
        {t.text(user?.name, queue?.name)} {uuid !== null && <Link href={links.ticket(uuid)}>{t.open(id)}</Link>}
      </span>
    </p>
  )
}

function RunningBot() {
  useSignals()
  const { model } = useConversation()
  const t = useTexts().conversation.bot
  const { api } = useApp()
  const format = useFormat()
  const attempt = useAttempt()
  const { bot, id } = model.ticket.value
  if (!bot) return null
  const running: Record<string, (name: string) => string> = t.running
  const stop = () => attempt(() => api.post('/tickets/:id/stop-bot', { params: { id } }), t.stopped)
  return (
    <div className="conversation-notice row" data-tone={bot.retryAt ? 'warning' : 'info'} role="status">
      <Bot size={15} aria-hidden />
      <span className="truncate">
        {bot.retryAt ? t.retries(format.time(bot.retryAt)) : (running[bot.kind] ?? t.running.other)(bot.name)}
      </span>
      <Button size="s" onClick={() => stop()}>
        {t.stop}
      </Button>
    </div>
  )
}
