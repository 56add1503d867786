import { useSignals } from '@preact/signals-react/runtime'
import { Eye, EyeOff, ChevronDown } from '../../ui/icons'
import { canShowAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { IconButton } from '../../ui/button/icon-button'
import { Tabs } from '../../ui/layout/tabs'
import { useInbox } from '../state/inbox-context'
import { InboxMenu } from './inbox-menu'
import { useSortChoices } from './sort-choices'
import { isAdmin } from '../../app/screen-access'
import { Menu, type MenuItem } from '../../ui/popup/menu'

/** Selects the shown tickets and offers actions on all of them. */
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

/** Chooses the queues whose tickets are shown. */
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
