import { useMemo, useRef, type RefObject } from 'react'
import { canShowAllTickets } from '../../../src/ticket/ticket.policy'
import { useUser } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import type { Texts } from '../../i18n/pt'
import { actorOf } from '../../session/session-actor'
import type { SortOrder } from '../../ticket/compare-tickets'
import { resolveAndNextId } from '../../ticket/actions/resolve-ticket'
import {
  AlarmClock,
  Archive,
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  Clock,
  Inbox,
  SkipForward,
  UserRound,
  Users,
  type LucideIcon,
} from '../../ui/icons'
import { useInbox } from '../state/inbox-context'
import type { InboxTab } from '../filter/inbox-query'
import { useNextTicket } from './use-next-ticket'

/** The inbox's tabs, views and actions in the command palette, with their keys. */
export function InboxCommands() {
  const { model } = useInbox()
  const user = useUser()
  const t = useTexts().ticket
  const next = useNextTicket()
  const latest = useRef(next)
  latest.current = next
  const { allowGroup } = user
  const showsAll = canShowAllTickets(actorOf(user))
  const commands = useMemo((): Command[] => {
    const { shortcuts, tabs, views } = t
    const group = shortcuts.group
    const showTab = (tab: InboxTab) => () => {
      model.showView('tabs')
      model.showTab(tab)
    }
    const show = (id: string, label: string, icon: LucideIcon, run: () => void, shortcut?: string): Command => ({
      id: `inbox-show-${id}`,
      label: shortcuts.show(label),
      keywords: label,
      icon,
      group,
      shortcut,
      run,
    })
    return [
      ...nextCommands(t, latest),
      show('open', tabs.open, Inbox, showTab('open'), '1'),
      show('pending', tabs.pending, Clock, showTab('pending'), '2'),
      show('snoozed', tabs.snoozed, AlarmClock, showTab('snoozed'), '3'),
      ...(allowGroup ? [show('group', tabs.group, Users, showTab('group'), '4')] : []),
      show('closed', views.closed, Archive, () => model.showView('closed'), '5'),
      ...(showsAll
        ? [
            { id: 'inbox-show-all', label: t.showAll, group, icon: Users, run: () => model.setShowAll(true) },
            { id: 'inbox-show-mine', label: t.showMine, group, icon: UserRound, run: () => model.setShowAll(false) },
          ]
        : []),
      ...sortCommands(t, model),
    ]
  }, [t, model, allowGroup, showsAll])
  useCommands(commands)
  return null
}

function nextCommands(t: Texts['ticket'], latest: RefObject<ReturnType<typeof useNextTicket>>): Command[] {
  const { group } = t.shortcuts
  return [
    {
      id: 'inbox-accept-next',
      label: t.acceptNext,
      group,
      icon: SkipForward,
      shortcut: 'Alt+Enter',
      run: () => latest.current.acceptNext(),
    },
    {
      id: resolveAndNextId,
      label: t.resolveAndAcceptNext,
      group,
      icon: SkipForward,
      shortcut: 'Alt+Shift+Enter',
      run: () => latest.current.resolveAndAcceptNext(),
    },
  ]
}

function sortCommands(t: Texts['ticket'], model: ReturnType<typeof useInbox>['model']): Command[] {
  const { group } = t.shortcuts
  const command = (id: string, label: string, icon: LucideIcon, order: SortOrder): Command => ({
    id,
    label,
    group,
    icon,
    run: () => model.setSort(order),
  })
  return [
    command('inbox-longest-wait-first', t.longestWaitFirst, Clock, 'WAIT'),
    command('inbox-newest-first', t.newestFirst, ArrowDownWideNarrow, 'DESC'),
    command('inbox-oldest-first', t.oldestFirst, ArrowUpNarrowWide, 'ASC'),
  ]
}
