import { canCloseTicket } from '../../../src/ticket/ticket.policy'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { useUi } from '../../ui/context/ui-context'
import { isWriting } from '../../ui/layout/focus-drawn'
import { sortOfList } from '../filter/inbox-query'
import { useInbox } from '../state/inbox-context'
import { useRowChange } from '../row/use-row-change'
import { useAttempt } from '../../ui/form/use-attempt'

/** Accepts the first ticket of the waiting tab, optionally after resolving the open one. */
export function useNextTicket() {
  const { api } = useApp()
  const user = useUser()
  const { model, opened, dialog } = useInbox()
  const { change, follow } = useRowChange()
  const { toast } = useUi()
  const t = useTexts()
  const attempt = useAttempt()

  const acceptNext = () =>
    attempt(async () => {
      const queueIds = model.queues.queryIds.peek()
      const list = { queueIds: queueIds && [...queueIds], sortTickets: sortOfList('pending', model.sort.peek()) }
      const { ticket } = await api.post('/tickets/next', { body: list })
      if (!ticket) return void toast.info(t.ticket.empty.pendingTitle)
      // In which of several queues is for the user to say.
      if (ticket.status === 'pending') return void (dialog.value = { kind: 'accept', ticket })
      await follow(
        async () => ({ kind: 'changed', ticket }),
        () => {
          toast.success(t.conversation.done.accept)
          // The answer is written next, wherever the focus is: an opened conversation leaves a search field its focus.
          if (isWriting() && document.activeElement instanceof HTMLElement) document.activeElement.blur()
        },
      )
    })

  async function resolveAndAcceptNext() {
    const ticket = opened.peek()
    if (!ticket || ticket.status === 'pending' || !canCloseTicket(actorOf(user), ticket)) {
      await acceptNext()
      return
    }
    const sendFarewellMessage = ticket.status !== 'nps'
    const body = { status: 'closed' as const, userId: ticket.userId, sendFarewellMessage, canUndo: true }
    const isClosed =
      ticket.status === 'closed' || (await change(ticket, { body, takes: false, done: t.conversation.done.resolve }))
    if (isClosed) await acceptNext()
  }

  return { acceptNext, resolveAndAcceptNext }
}
