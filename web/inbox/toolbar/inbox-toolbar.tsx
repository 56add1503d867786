import { useSignals } from '@preact/signals-react/runtime'
import {
  Hourglass,
  Eye,
  EyeOff,
  ChevronDown,
  EllipsisVertical,
  ListChecks,
  ListX,
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  Clock,
  type LucideIcon,
} from '../../ui/icons'
import { canShowAllTickets, canCloseAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser, useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { IconButton } from '../../ui/button/button'
import { Tabs } from '../../ui/layout/tabs'
import { useInbox } from '../state/inbox-context'
import { isAdmin } from '../../app/screen-access'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { useActionCommands } from '../../app/use-commands'
import type { TicketCounts } from '../../../src/ticket/ticket.answers'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'
import type { SortOrder } from '../../ticket/compare-tickets'

export function InboxToolbar() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const actor = actorOf(useUser())
  const searching = model.shown.value === 'search'
  const tabs = model.shown.value !== 'closed' && !searching
  const showAll = model.showAll.value
  const { current, next } = useSortChoices()
  return (
    <div className="inbox-toolbar">
      <Tabs
        label={t.views.label}
        variant="pill"
        value={searching ? undefined : model.view.value}
        onValueChange={model.showView}
        items={[
          { value: 'tabs', label: t.views.tabs },
          { value: 'closed', label: t.views.closed },
        ]}
      />
      <QueueMenu />
      <div className="inbox-toolbar-buttons">
        {canShowAllTickets(actor) && (
          <IconButton
            className="inbox-roomy"
            icon={showAll ? Eye : EyeOff}
            label={showAll ? t.showMine : t.showAll}
            pressed={showAll}
            size="s"
            onClick={() => model.setShowAll(!showAll)}
          />
        )}
        {tabs && (
          <IconButton
            className="inbox-roomy"
            icon={current.icon}
            label={current.label}
            size="s"
            onClick={() => model.setSort(next.order)}
          />
        )}
        <InboxMenu />
      </div>
    </div>
  )
}

function QueueMenu() {
  useSignals()
  const { model } = useInbox()
  const { queues: t } = useTexts().ticket
  const offered = model.queues.offered.value
  const ids = model.queues.chosen.value
  const mineAreAll = !isAdmin(useUser())
  const label = useQueueLabel()
  const toggle = (id: number) => {
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
    // An empty choice would leave the inbox empty permanently.
    if (next.length > 0) model.setQueues(next)
  }
  const items: MenuItem[] = [
    ...offered.map(({ id, name }) => ({ label: name, checked: ids.includes(id), onSelect: () => toggle(id) })),
    ...(offered.length > 1
      ? ([
          'separator',
          { label: t.everything, onSelect: () => model.setQueues(offered.map(({ id }) => id)) },
          ...(mineAreAll ? [] : [{ label: t.mine, onSelect: () => model.setQueues(undefined) }]),
        ] satisfies MenuItem[])
      : []),
  ]
  return (
    <Menu
      items={offered.length > 0 ? items : [{ heading: t.empty }]}
      trigger={(trigger) => (
        <button type="button" {...trigger} className="queue-menu inline-row gap-1" aria-label={`${t.label}: ${label}`}>
          <span className="truncate">{label}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    />
  )
}

function useQueueLabel() {
  useSignals()
  const { model } = useInbox()
  const { queues: t } = useTexts().ticket
  const offered = model.queues.offered.value
  const ids = model.queues.chosen.value
  if (ids.length === 0) return t.none
  if (ids.length === 1) return offered.find(({ id }) => id === ids[0])?.name ?? t.some(1)
  return ids.length === offered.length ? t.all : t.some(ids.length)
}

function InboxMenu() {
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

interface SortChoice {
  order: SortOrder
  label: string
  icon: LucideIcon
}

/** The orders of the visible list, its own first. Read it within `useSignals()`. */
function useSortChoices(): { choices: SortChoice[]; current: SortChoice; next: SortChoice } {
  const { model } = useInbox()
  const t = useTexts().ticket
  const byChange: SortChoice[] = [
    { order: 'DESC', label: t.newestFirst, icon: ArrowDownWideNarrow },
    { order: 'ASC', label: t.oldestFirst, icon: ArrowUpNarrowWide },
  ]
  const isWaiting = model.shown.value === 'pending'
  const byWait: SortChoice[] = isWaiting ? [{ order: 'WAIT', label: t.longestWaitFirst, icon: Clock }] : []
  const byDue: SortChoice = { order: 'DUE', label: t.dueFirst, icon: Hourglass }
  const choices = [...byWait, ...byChange, byDue]
  const at = choices.findIndex(({ order }) => order === model.shownSort.value)
  const of = (index: number) => choices[index % choices.length]!
  return { choices, current: of(at), next: of(at + 1) }
}
