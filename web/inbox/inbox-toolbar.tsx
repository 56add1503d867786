import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, CheckCheck, ChevronDown, Eye, EyeOff, SkipForward } from '../ui/icons'
import { canCloseAllTickets, canShowAllTickets } from '../../src/ticket/ticket.policy'
import { useApp, useUser } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { actorOf } from '../session/session-actor'
import { IconButton } from '../ui/icon-button'
import { Menu, type MenuItem } from '../ui/menu'
import { Tabs } from '../ui/tabs'
import { useUi } from '../ui/ui-context'
import { useInbox } from './inbox-context'
import { useNextTicket } from './use-next-ticket'

export function InboxToolbar() {
  useSignals()
  const { model } = useInbox()
  const t = useTexts().ticket
  const actor = actorOf(useUser())
  const searching = model.shown.value === 'search'
  const tabs = model.shown.value !== 'closed' && !searching
  const showAll = model.showAll.value
  const newest = model.sort.value === 'DESC'
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
            icon={showAll ? Eye : EyeOff}
            label={showAll ? t.showMine : t.showAll}
            pressed={showAll}
            size="s"
            onClick={() => model.setShowAll(!showAll)}
          />
        )}
        {tabs && (
          <IconButton
            icon={newest ? ArrowDownWideNarrow : ArrowUpNarrowWide}
            label={newest ? t.newestFirst : t.oldestFirst}
            size="s"
            onClick={() => model.setSort(newest ? 'ASC' : 'DESC')}
          />
        )}
        {tabs && model.shown.value !== 'snoozed' && canCloseAllTickets(actor) && <CloseAllButton />}
        <NextTicketButton />
      </div>
    </div>
  )
}

function NextTicketButton() {
  useSignals()
  const { model } = useInbox()
  const { acceptNext } = useNextTicket()
  const t = useTexts().ticket
  if (model.counts.value.pending === 0) return null
  return (
    <IconButton
      icon={SkipForward}
      label={t.acceptNext}
      keys={['Alt', 'Enter']}
      size="s"
      onClick={() => void acceptNext()}
    />
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
        <button type="button" {...trigger} className="queue-menu" aria-label={`${t.label}: ${label}`}>
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

function CloseAllButton() {
  useSignals()
  const { api } = useApp()
  const { model } = useInbox()
  const { confirm, toast } = useUi()
  const texts = useTexts()
  const errorText = useErrorText()
  const t = texts.ticket

  async function closeAll() {
    const status = model.tab.peek()
    if (status === 'snoozed') return
    const offered = model.queues.offered.peek()
    const ids = model.queues.chosen.peek()
    const all = ids.length === offered.length
    const names = offered.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    const queues = [...names, ...(all ? [t.row.noQueue] : [])].join(', ')
    const question = { title: t.closeAllTitle(t.tabs[status]), text: t.closeAllText(queues), danger: true }
    if (!(await confirm({ ...question, action: texts.ui.yes, cancel: texts.ui.no }))) return
    try {
      // 0 stands for tickets without a queue, which are shown when all queues are.
      const selectedQueueIds = all ? [...ids, 0] : [...ids]
      const { closed } = await api.post('/tickets/closeAll', { body: { status, selectedQueueIds } })
      toast.success(t.closedAll(closed))
      model.reload()
    } catch (cause) {
      toast.error(errorText(cause))
    }
  }

  return <IconButton icon={CheckCheck} label={t.closeAll} size="s" onClick={() => void closeAll()} />
}
