import type { TicketView, UpdatedTicket } from '../../../src/ticket/ticket.answers'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import type { ChangeRequest } from '../change-ticket'
import { useAttempt } from '../../ui/form/use-attempt'
import { cutText } from '../../ui/text/cut-text'

/** The server allows a second more, for the request. */
const undoMs = 5000

const nameLengthMax = 40

/** Reports a change that succeeded. Where it can be undone, the toast offers that, and nothing else asks before. */
export function useChangeToast() {
  const { api, navigation } = useApp()
  const { toast } = useUi()
  const t = useTexts()
  const errorText = useErrorText()
  const attempt = useAttempt()

  async function undo({ id, uuid }: TicketView, { isTransfer, reopens }: { isTransfer: boolean; reopens: boolean }) {
    await attempt(async () => {
      if (isTransfer) {
        const change = { action: 'undoTransfer' as const }
        const { results } = await api.post('/tickets/change', { body: { ids: [id], change } })
        const refusal = results[0]?.error
        if (refusal) return void toast.error(errorText(refusal))
      } else await api.post('/tickets/:id/undoClose', { params: { id } })
      if (reopens) await navigation.go(links.ticket(uuid))
    })
  }

  /** `reopens`: undoing opens the conversation again. */
  return ({ body, done }: ChangeRequest, ticket: UpdatedTicket, { reopens }: { reopens: boolean }) => {
    const isTransfer = body.isTransfered === true
    const canUndo = isTransfer ? ticket.canUndo : body.canUndo
    if (!canUndo) return void toast.success(done)
    // Named, because the next conversation may already be open.
    const name = cutText(ticket.contact.name.trim(), nameLengthMax)
    const action = { label: t.ui.undo, onAction: () => void undo(ticket, { isTransfer, reopens }) }
    toast.success(name === '' ? done : `${done}: ${name}`, { action, durationMs: undoMs, expires: true })
  }
}
