import type { TicketView } from '../../../src/ticket/ticket.answers'
import { useApp, useUser } from '../../app/app-context'
import { ApiError } from '../../api/api-error'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { useUi } from '../../ui/context/ui-context'
import { changeTicket, isAttendedBy, type ChangeOutcome, type ChangeRequest } from '../../ticket/change-ticket'
import { useChangeToast } from '../../ticket/actions/use-change-toast'
import { useInbox } from '../state/inbox-context'

export function useRowChange() {
  const { api, navigation } = useApp()
  const { id: me } = useUser()
  const { model, dialog, busy, opened } = useInbox()
  const showDone = useChangeToast()
  const { toast } = useUi()
  const t = useTexts()
  const errorText = useErrorText()

  /** An assigned ticket is opened beside the same list. */
  async function follow(call: () => Promise<ChangeOutcome>, report?: (ticket: TicketView) => void) {
    const { answer: outcome, isNewest } = await model.ask(call)
    if (outcome.kind === 'alreadyAssigned') return void (dialog.value = outcome)
    dialog.value = undefined
    if (outcome.kind === 'own') return navigation.go(links.ticket(outcome.uuid))
    const { ticket } = outcome
    if (isNewest(ticket.id)) model.apply(ticket)
    report?.(ticket)
    if (!isAttendedBy(me, ticket))
      return opened.peek()?.id === ticket.id ? navigation.go(links.nextTicket()) : undefined
    return navigation.go(links.ticket(ticket.uuid))
  }

  /** Resolves to whether it succeeded; a refusal is shown. */
  async function change(ticket: TicketView, request: ChangeRequest): Promise<boolean> {
    const { body, takes } = request
    if (busy.peek().has(ticket.id)) return false
    busy.value = new Set(busy.peek()).add(ticket.id)
    try {
      const wasOpen = opened.peek()?.id === ticket.id
      await follow(
        () => changeTicket(api, ticket, body, takes ? me : undefined),
        (changed) => showDone(request, changed, { reopens: wasOpen }),
      )
      return true
    } catch (cause) {
      const tagRequired = cause instanceof ApiError && cause.code === 'ERR_TAG_REQUIRED'
      if (tagRequired) toast.warning(t.conversation.tagRequired)
      else toast.error(errorText(cause))
      return false
    } finally {
      const left = new Set(busy.peek())
      left.delete(ticket.id)
      busy.value = left
    }
  }

  return { change, follow }
}
