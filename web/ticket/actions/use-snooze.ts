import { useState } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useFormat, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'

/** Takes a conversation out of the list until a time, and brings it back. Leaves it if it is open. */
export function useSnooze({ id, uuid }: Pick<TicketView, 'id' | 'uuid'>) {
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const attempt = useAttempt()
  const [busy, setBusy] = useState(false)
  const params = { id }

  /** Resolves to the refusal; undefined when it is done. */
  async function snooze(until: string): Promise<unknown> {
    setBusy(true)
    try {
      const { snoozedUntil } = await api.post('/tickets/:id/snooze', { params, body: { until } })
      const undo = { label: t.undo, onAction: () => void wake() }
      toast.success(t.done(snoozedUntil ? format.dateTime(snoozedUntil) : ''), { action: undo })
      if (navigation.shown.peek().path === links.ticket(uuid)) void navigation.go(links.nextTicket())
      return undefined
    } catch (cause) {
      return cause
    } finally {
      setBusy(false)
    }
  }

  async function wake() {
    setBusy(true)
    await attempt(() => api.delete('/tickets/:id/snooze', { params }))
    setBusy(false)
  }

  return { snooze, wake, busy }
}
