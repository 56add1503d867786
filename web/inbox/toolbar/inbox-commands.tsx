import { useMemo, useRef, type RefObject } from 'react'
import { canShowAllTickets, canCloseTicket } from '../../../src/ticket/ticket.policy'
import { useUser, useApp } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { useCommands } from '../../app/use-commands'
import { useTexts } from '../../i18n/i18n'
import type { Texts } from '../../i18n/pt'
import { actorOf } from '../../session/session-actor'
import type { SortOrder } from '../../ticket/compare-tickets'
import { resolveAndNextId } from '../../ticket/actions/ticket-actions'
import {
  Hourglass,
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
import { type InboxTab, sortOfList } from '../filter/inbox-query'
import { useSignals } from '@preact/signals-react/runtime'
import { Button, type ButtonProps } from '../../ui/button/button'
import { tooltip } from '../../ui/popup/tooltip'
import { useUi } from '../../ui/context/ui-context'
import { isWriting } from '../../ui/layout/focus'
import { useRowChange } from '../row/use-row-change'
import { useAttempt } from '../../ui/form/use-attempt'

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
    command('inbox-due-first', t.dueFirst, Hourglass, 'DUE'),
    command('inbox-newest-first', t.newestFirst, ArrowDownWideNarrow, 'DESC'),
    command('inbox-oldest-first', t.oldestFirst, ArrowUpNarrowWide, 'ASC'),
  ]
}

/** Accepts the first of those who wait, as many as it says. */
export function NextTicketButton(props: Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'className'>) {
  useSignals()
  const { model } = useInbox()
  const { acceptNext } = useNextTicket()
  const t = useTexts().ticket
  // A new ticket is in the list before it is counted. The button must not move the rows later.
  const listed = model.shown.value === 'pending' ? model.list('pending').items.value.length : 0
  const waiting = Math.max(model.counts.value.pending, listed)
  if (waiting === 0) return null
  return (
    <Button
      {...props}
      {...tooltip(t.acceptNext, { keys: ['Alt', 'Enter'] })}
      icon={SkipForward}
      onClick={() => acceptNext()}
    >
      {t.acceptNextOf(waiting)}
    </Button>
  )
}

/** Accepts the first ticket of the waiting tab, optionally after resolving the open one. */
function useNextTicket() {
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
