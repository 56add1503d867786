import type { TicketCounts } from '../../../src/ticket/ticket.answers'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { useInbox } from '../state/inbox-context'
import { useAttempt } from '../../ui/form/use-attempt'

/** Closes every ticket of the tab in the chosen queues, after a question that says how many they are. */
export function useCloseAll() {
  const { api } = useApp()
  const { model } = useInbox()
  const { confirm, toast } = useUi()
  const texts = useTexts()
  const attempt = useAttempt()
  const t = texts.ticket

  /** The tab shows the user's own tickets; those of colleagues are closed, too. */
  async function countAll(status: keyof TicketCounts) {
    const queueIds = model.queues.queryIds.peek()
    const counts = await api.get('/tickets/counts', { query: { showAll: true, queueIds } })
    return counts[status]
  }

  return async function closeAll() {
    const status = model.tab.peek()
    if (status === 'snoozed') return
    const offered = model.queues.offered.peek()
    const ids = model.queues.chosen.peek()
    const all = ids.length === offered.length
    const names = offered.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    const queues = [...names, ...(all ? [t.row.noQueue] : [])].join(', ')
    await attempt(async () => {
      const count = await countAll(status)
      if (count === 0) return void toast.info(t.closeAllNone(t.tabs[status]))
      const question = { title: t.closeAllTitle(count, t.tabs[status]), text: t.closeAllText(queues), danger: true }
      if (!(await confirm({ ...question, action: texts.ui.yes, cancel: texts.ui.no }))) return
      // 0 stands for tickets without a queue, which are shown when all queues are.
      const selectedQueueIds = all ? [...ids, 0] : [...ids]
      const { closed } = await api.post('/tickets/closeAll', { body: { status, selectedQueueIds } })
      toast.success(t.closedAll(closed))
      model.reload()
    })
  }
}
