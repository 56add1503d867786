import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Bot } from '../../ui/icons'
import { useAttempt } from '../../ui/form/use-attempt'
import { useConversation } from '../state/conversation-context'

/** Shows the bot that answers on the ticket, and stops it. */
export function RunningBot() {
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
    <div className="conversation-notice" data-tone={bot.retryAt ? 'warning' : 'info'} role="status">
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
