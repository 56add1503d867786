import { useState } from 'react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'

/** Takes a conversation out of the list until a time, and brings it back. Leaves it if it is open. */
export function useSnooze({ id, uuid }: Pick<TicketView, 'id' | 'uuid'>) {
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const params = { id }

  /** Resolves to the refusal; undefined when it is done. */
  async function snooze(until: string): Promise<unknown> {
    setBusy(true)
    try {
      const { snoozedUntil } = await api.post('/tickets/:id/snooze', { params, body: { until } })
      const undo = { label: t.undo, onAction: () => void wake() }
      toast.success(t.done(snoozedUntil ? format.dateTimeShort(snoozedUntil) : ''), { action: undo })
      if (navigation.shown.peek().path === links.ticket(uuid)) void navigation.go(links.tickets())
      return undefined
    } catch (cause) {
      return cause
    } finally {
      setBusy(false)
    }
  }

  async function wake() {
    setBusy(true)
    try {
      await api.delete('/tickets/:id/snooze', { params })
    } catch (cause) {
      toast.error(errorText(cause))
    } finally {
      setBusy(false)
    }
  }

  return { snooze, wake, busy }
}
