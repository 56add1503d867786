import { useState } from 'react'
import { ticketPriorities, type TicketPriority } from '../../../src/ticket/ticket-priority.contract'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Dialog } from '../../ui/dialog/dialog'
import { useAttempt } from '../../ui/form/use-attempt'
import { priorityIcons } from '../priority-mark'
import { ChoiceList } from './choice-list'

interface PriorityDialogProps {
  ticket: Pick<TicketView, 'id' | 'priority'>
  /** Called when the server has answered, before the live event arrives. */
  onChanged?: (priority: TicketPriority) => void
  onClose: () => void
}

export function PriorityDialog({ ticket, onChanged, onClose }: PriorityDialogProps) {
  const { api } = useApp()
  const texts = useTexts()
  const t = texts.ticket.priority
  const attempt = useAttempt()
  const [busy, setBusy] = useState(false)

  async function put(priority: TicketPriority) {
    if (priority === ticket.priority) return onClose()
    setBusy(true)
    const change = () => api.put('/tickets/:id', { params: { id: ticket.id }, body: { priority } })
    const isDone = await attempt(change, t.done(t.names[priority]))
    setBusy(false)
    if (!isDone) return
    onChanged?.(priority)
    onClose()
  }

  return (
    <Dialog open size="s" title={t.title} onClose={onClose}>
      <ChoiceList
        choices={ticketPriorities
          .toReversed()
          .map((value) => ({ value, icon: priorityIcons[value], label: t.names[value] }))}
        current={ticket.priority}
        disabled={busy}
        onPick={(priority) => void put(priority)}
      />
    </Dialog>
  )
}
