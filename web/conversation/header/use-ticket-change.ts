import { useApp, useUser } from '../../app/app-context'
import { ApiError } from '../../api/api-error'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { useConversation } from '../state/conversation-context'
import { useUi } from '../../ui/context/ui-context'
import { useChangeToast } from '../../ticket/actions/use-change-toast'
import { changeTicket, isAttendedBy, type ChangeOutcome, type ChangeRequest } from '../../ticket/change-ticket'
import { useAttempt } from '../../ui/form/use-attempt'

export function useTicketChange() {
  const { api, navigation } = useApp()
  const { id: me } = useUser()
  const { model, view } = useConversation()
  const { toast } = useUi()
  const report = useChangeToast()
  const t = useTexts()
  const errorText = useErrorText()

  async function follow(call: () => Promise<ChangeOutcome>, request: ChangeRequest) {
    const { answer: outcome, isNewest } = await model.ask(call)
    if (outcome.kind === 'alreadyAssigned') {
      view.dialog.value = outcome
      return
    }
    view.dialog.value = undefined
    if (outcome.kind === 'own') return navigation.go(links.ticket(outcome.uuid))
    const { ticket } = outcome
    report(request, ticket, { reopens: true })
    if (!isAttendedBy(me, ticket)) return navigation.go(links.nextTicket())
    if (ticket.id !== model.ticket.peek().id) return navigation.go(links.ticket(ticket.uuid))
    if (!isNewest('ticket')) return
    const { contact } = isNewest('contact') ? ticket : model.ticket.peek()
    model.setTicket({ ...model.ticket.peek(), ...ticket, contact })
  }

  /** Resolves to whether it succeeded; a refusal is shown. */
  async function change(request: ChangeRequest): Promise<boolean> {
    const { body, takes } = request
    if (view.busy.peek()) return false
    view.busy.value = true
    try {
      await follow(() => changeTicket(api, model.ticket.peek(), body, takes ? me : undefined), request)
      return true
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'ERR_TAG_REQUIRED') {
        toast.warning(t.conversation.tagRequired)
        view.drawerOpen.value = true
      } else toast.error(errorText(cause))
      return false
    } finally {
      view.busy.value = false
    }
  }

  return { change, ...useTicketExit() }
}

function useTicketExit() {
  const { api, navigation } = useApp()
  const { model, view } = useConversation()
  const { toast } = useUi()
  const attempt = useAttempt()
  const t = useTexts()

  async function remove() {
    view.busy.value = true
    await attempt(async () => {
      await api.delete('/tickets/:id', { params: { id: model.ticket.peek().id } })
      toast.success(t.conversation.done.delete)
      await navigation.go(links.tickets())
    })
    view.busy.value = false
  }

  /** Closes the conversation, because it would be marked as read again. */
  const markUnread = () =>
    attempt(async () => {
      await navigation.go(links.tickets())
      await api.post('/tickets/:id/unread', { params: { id: model.ticket.peek().id } })
    })

  return { remove, markUnread }
}
