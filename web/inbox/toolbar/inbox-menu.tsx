import { useSignals } from '@preact/signals-react/runtime'
import { canCloseAllTickets, canShowAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import { useActionCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { IconButton } from '../../ui/button/icon-button'
import { EllipsisVertical, ListChecks, ListX } from '../../ui/icons'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { useInbox } from '../state/inbox-context'
import { useSortChoices } from './sort-choices'
import { useCloseAll } from './use-close-all'

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
