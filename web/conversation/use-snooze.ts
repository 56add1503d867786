import { useState } from 'react'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { useUi } from '../ui/ui-context'
import { useConversation } from './conversation-context'

/** Takes the open conversation out of the list until a time, and brings it back. */
export function useSnooze() {
  const { api, navigation } = useApp()
  const { model } = useConversation()
  const { toast } = useUi()
  const t = useTexts().conversation.snooze
  const format = useFormat()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const params = { id: model.ticket.peek().id }

  /** Resolves to the refusal; undefined when it is done. */
  async function snooze(until: string): Promise<unknown> {
    setBusy(true)
    try {
      const { snoozedUntil } = await api.post('/tickets/:id/snooze', { params, body: { until } })
      const undo = { label: t.undo, onAction: () => void wake() }
      toast.success(t.done(snoozedUntil ? format.dateTimeShort(snoozedUntil) : ''), { action: undo })
      void navigation.go(links.tickets())
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
