import { useSignals } from '@preact/signals-react/runtime'
import { canCloseAllTickets, canShowAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser, useApp } from '../../app/app-context'
import { useActionCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { IconButton } from '../../ui/button/icon-button'
import { EllipsisVertical, ListChecks, ListX } from '../../ui/icons'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { useInbox } from '../state/inbox-context'
import { useSortChoices } from './sort-choices'
import type { TicketCounts } from '../../../src/ticket/ticket.answers'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'

/** Rarely used actions, and those without space in the toolbar. */
export function InboxMenu() {
  useSignals()
  const { model, selection } = useInbox()
  const t = useTexts().ticket
  const actor = actorOf(useUser())
  const closeAll = useCloseAll()
  const hasTabs = model.shown.value !== 'closed' && model.shown.value !== 'search'
  const showAll = model.showAll.value
  const { choices, current } = useSortChoices()
  const order: MenuItem[] = choices.map(({ order, label }) => ({
    label,
    checked: order === current.order,
    onSelect: () => model.setSort(order),
  }))
  const owners: MenuItem[] = [
    { label: t.showAll, checked: showAll, onSelect: () => model.setShowAll(true) },
    { label: t.showMine, checked: !showAll, onSelect: () => model.setShowAll(false) },
  ]
  const close: MenuItem = { label: t.closeAll, icon: ListX, danger: true, onSelect: () => closeAll() }
  const select: MenuItem = { label: t.selection.begin, icon: ListChecks, onSelect: selection.begin }
  const canCloseAll = hasTabs && model.shown.value !== 'snoozed' && canCloseAllTickets(actor)
  useActionCommands(t.shortcuts.group, [
    { label: t.selection.begin, icon: ListChecks, run: selection.begin },
    ...(canCloseAll ? [{ label: t.closeAll, icon: ListX, run: () => closeAll() }] : []),
  ])
  const groups = [
    [select],
    hasTabs ? order : [],
    canShowAllTickets(actor) ? owners : [],
    canCloseAll ? [close] : [],
  ].filter((group) => group.length > 0)
  return (
    <Menu
      align="end"
      items={groups.flatMap((group, index) => (index === 0 ? group : ['separator' as const, ...group]))}
      trigger={(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={t.more} size="s" />}
    />
  )
}

/** Closes every ticket of the tab in the chosen queues, after a question that says how many they are. */
function useCloseAll() {
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
