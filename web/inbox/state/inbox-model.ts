import { batch, effect, signal, untracked, type ReadonlySignal, computed, type Signal } from '@preact/signals-react'
import type { TicketCounts, TicketView } from '../../../src/ticket/ticket.answers'
import { startLater } from '../../live/start-later'
import { createTouchLog, type TouchLog } from '../../live/touch-log'
import { ofPerson } from '../../session/remembered-choice'
import { actorOf } from '../../session/session-actor'
import { followTickets, type TicketChange, type TicketListener, withConnectionState } from '../../ticket/follow-tickets'
import { laterPartsTaken } from '../../ui/layout/later-part'
import { hasTab } from './inbox-address'
import { defaultTiming, type InboxOptions } from '../filter/inbox-options'
import {
  inboxListNames,
  inboxTabs,
  tabOf,
  type InboxScope,
  fetchTickets,
  belongsTo,
  noSearch,
  sortOfList,
  type InboxListName,
  type InboxQuery,
} from '../filter/inbox-query'
import { createInboxSelection, type InboxSelection } from '../selection/inbox-selection'
import { withTagOfTicket } from '../../ticket/ticket-tags'
import { readTicket, withContact } from '../row/listed-ticket'
import { createQueueChoice, writePicked, type QueueChoice, type InboxQueue } from '../filter/queue-choice'
import { createTicketMoves } from './ticket-moves'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { isAdmin } from '../../app/screen-access'
import { fetchQueues } from '../../queue/use-queues'
import type { UserActor } from '../../../src/kernel/company/actor'
import { recordOf } from '../../../src/kernel/typed-object.contract'
import type { ListPage } from '../../live/list-items'
import { createTicketList, type TicketList } from './ticket-list-model'

export interface InboxModel extends Omit<InboxSelection, 'leaveHiddenViews'>, Pick<InboxLists, 'list'> {
  readonly queues: QueueChoice
  readonly counts: ReadonlySignal<TicketCounts>
  setQueues(queueIds: readonly number[] | undefined): void
  /** Makes a request that returns a ticket. `apply` the result only if it is the newest. */
  ask: TouchLog<number>['ask']
  /** Applies the answer to the user's own request. The live event repeats it a moment later. */
  apply(ticket: TicketView): void
  /** Records the tab of a ticket whose conversation is open. */
  noteOpened(ticket: TicketView): void
  /** Fetches everything visible again, from the first page. */
  reload(): void
  /** Follows live events and the user's permissions; returns the function that stops it. */
  start(): () => void
}

export function createInbox(options: InboxOptions): InboxModel {
  const parts = createParts(options)
  const { selection, queues, moves, lists, touches } = parts
  const reload = () => {
    moves.reset()
    lists.outdate(inboxListNames)
    moves.recount('now')
  }
  return {
    ...selection,
    queues,
    counts: moves.counts,
    list: lists.list,
    setSearch: (part) => lists.outdate(['search'], () => selection.setSearch(part)),
    setShowAll: (next) => changeScope(parts, () => selection.setShowAll(next)),
    setQueues: queues.choose,
    setSort(next) {
      lists.outdate(inboxTabs, () => selection.setSort(next))
      options.rememberSort?.(ofPerson(options.user.peek(), next))
    },
    async ask(call) {
      const known = moves.counts.peek().lastEvent
      const answer = await touches.ask(call)
      // Counts that arrived meanwhile may include what the answer will move.
      if (moves.counts.peek().lastEvent !== known) moves.recount('soon')
      return answer
    },
    apply: (ticket) => applyTicket(parts, ticket, { mayHaveMoved: true }),
    noteOpened: moves.noteNew,
    reload,
    start: () => startInbox(options, parts, reload),
  }
}

type Parts = ReturnType<typeof createParts>

function createParts({ api, user, start, rememberQueues, timing }: InboxOptions) {
  const actor = () => actorOf(user.peek())
  const selection = createInboxSelection(start)
  const ofCompany = signal(start.queues)
  const remember = (picked: readonly number[] | undefined) => rememberQueues?.(writePicked(user.peek(), picked))
  const queues = createQueueChoice({ user, ofCompany, picked: start.picked, remember })
  const scope = (): InboxScope => ({ showAll: selection.showAll.peek(), queueIds: queues.queryIds.peek() })
  const moves = createTicketMoves({
    actor,
    scope,
    isComplete: (tab) => lists.list(tab).isComplete(),
    initial: start.counts,
    delayMs: timing?.countsDelayMs ?? defaultTiming.countsDelayMs,
    fetchCounts: (abort) => api.get('/tickets/counts', { query: scope(), signal: abort }),
  })
  const lists: InboxLists = createInboxLists({ api, actor, scope, selection, first: start.page, loaded: moves.note })
  return { actor, selection, ofCompany, queues, moves, lists, touches: createTouchLog<number>() }
}

function applyTicket({ moves, lists }: Parts, ticket: TicketView, change: TicketChange) {
  batch(() => {
    moves.apply(ticket, change)
    lists.apply(ticket)
  })
}

function changeScope({ lists, moves }: Parts, change: () => void) {
  lists.outdate(inboxListNames, change)
  moves.recount('now')
}

function startInbox({ api, live, user, timing }: InboxOptions, parts: Parts, reload: () => void): () => void {
  const { selection, ofCompany, queues, moves, lists, actor } = parts
  const onPermissions = () =>
    changeScope(parts, () => {
      moves.reset()
      selection.leaveHiddenViews(user.peek(), actor())
    })
  // Loads the other tabs after the first, so that they open at once and moves between tabs are known.
  // After the live connection was opened: a list that knows more than the counts would hide what they lack.
  const stopAhead = startLater(async () => {
    await laterPartsTaken()
    const timer = setTimeout(
      () => lists.refresh(inboxTabs.filter((name) => hasTab(user.peek(), name))),
      timing?.fetchAheadMs ?? defaultTiming.fetchAheadMs,
    )
    return () => clearTimeout(timer)
  })
  const stops = [
    effect(() => {
      const name = selection.shown.value
      untracked(() => lists.refresh([name]))
    }),
    stopAhead,
    followPermissions({ api, live, user, ofCompany, queueIds: queues.queryIds, onChange: onPermissions }),
    followTickets(live, { actor, listener: ticketListenerOf(parts) }),
    // Too many events were missed to be resent.
    live.subscribe('reload', reload),
    lists.dispose,
    moves.dispose,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function ticketListenerOf(parts: Parts): TicketListener {
  const { lists, moves, touches } = parts
  return {
    onTicket(ticket, change) {
      touches.touch(ticket.id)
      applyTicket(parts, ticket, change)
    },
    onRemoved(ticketId, event) {
      touches.touch(ticketId)
      batch(() => {
        moves.remove(ticketId, event)
        lists.remove(ticketId)
      })
    },
    onLeftTab(ticketId, status) {
      const left = tabOf(status)
      if (left) lists.list(left).remove(ticketId)
    },
    onRead: (ticketId) => lists.change((ticket) => (ticket.id === ticketId ? readTicket(ticket) : ticket)),
    onContact: (contact) => lists.change((ticket) => withContact(ticket, contact)),
    onTag: (event) => lists.change((ticket) => withTagOfTicket(ticket, event)),
    onConnection: (connection) => lists.change((ticket) => withConnectionState(ticket, connection)),
  }
}

interface PermissionsOptions {
  api: ApiClient
  live: LiveSocketClient
  user: ReadonlySignal<SessionUser>
  ofCompany: Signal<readonly InboxQueue[]>
  queueIds: ReadonlySignal<readonly number[] | undefined>
  /** Called when the visible tickets change. */
  onChange: () => void
}

/** Queues, permissions and, for admins, the company's queues. Returns a function that stops it. */
function followPermissions({ api, live, user, ofCompany, queueIds, onChange }: PermissionsOptions): () => void {
  const permissions = computed(() => permissionsOf(user.value))
  const visibility = computed(() => `${permissions.value} ${JSON.stringify(queueIds.value ?? null)}`)
  let request = new AbortController()

  /** Fewer than a hundred rows, fetched again when one of them changed. */
  async function refreshQueues() {
    request.abort()
    request = new AbortController()
    try {
      const queues = await fetchQueues(api, request.signal)
      ofCompany.value = queues.map(({ id, name, color }) => ({ id, name, color }))
    } catch {
      // Keeps the known queues; the next change fetches again.
    }
  }

  const stops = [
    onChangeOf(visibility, onChange),
    onChangeOf(permissions, () => {
      if (isAdmin(user.peek())) void refreshQueues()
    }),
    live.subscribe('queue', () => {
      if (isAdmin(user.peek())) void refreshQueues()
    }),
  ]
  return () => {
    request.abort()
    for (const stop of stops) stop()
  }
}

function onChangeOf(value: ReadonlySignal<string>, task: () => void) {
  let known = value.peek()
  return effect(() => {
    if (value.value === known) return
    known = value.value
    untracked(task)
  })
}

/** Returns everything that determines the visible tickets, as text for comparison. */
function permissionsOf(user: SessionUser) {
  const { name: _, queueIds, ...permissions } = actorOf(user)
  return JSON.stringify({ ...permissions, queueIds: [...queueIds].sort((a, b) => a - b) })
}

interface InboxLists {
  list(name: InboxListName): TicketList
  /** Marks lists as outdated by the change. The visible one is fetched at once, the others when they are shown. */
  outdate(names: readonly InboxListName[], change?: () => void): void
  refresh(names: readonly InboxListName[]): void
  apply(ticket: TicketView): void
  remove(ticketId: number): void
  change(change: (ticket: TicketView) => TicketView): void
  dispose(): void
}

interface ListsOptions {
  api: ApiClient
  actor: () => UserActor
  scope: () => InboxScope
  selection: InboxSelection
  first: ListPage<TicketView>
  loaded: (ticket: TicketView) => void
}

function createInboxLists({ api, actor, scope, selection, first, loaded }: ListsOptions): InboxLists {
  const { shown, search, sort } = selection
  const sortOf = (name: InboxListName) => sortOfList(name, sort.peek())
  const queryOf = (name: InboxListName): InboxQuery => ({
    list: name,
    ...scope(),
    sort: sortOf(name),
    ...(name === 'search' ? search.peek() : noSearch),
  })
  const reportLoaded = (page: ListPage<TicketView>) => {
    page.items.forEach(loaded)
    return page
  }
  const create = (name: InboxListName) =>
    createTicketList({
      initial: name === shown.peek() ? reportLoaded(first) : undefined,
      sort: () => sortOf(name),
      fetchPage: async (after, signal) => reportLoaded(await fetchTickets(api, queryOf(name), after, signal)),
      belongs: (ticket, isListed) => belongsTo(actor(), queryOf(name), ticket, isListed),
    })
  const lists = recordOf(inboxListNames, create)
  const list = (name: InboxListName) => lists[name]
  const all = Object.values(lists)

  return {
    list,
    outdate(names, change = () => {}) {
      batch(() => {
        change()
        for (const name of names) list(name).outdate()
      })
      void list(shown.peek()).refresh()
    },
    refresh: (names) => names.forEach((name) => void list(name).refresh()),
    apply: (ticket) => all.forEach((one) => one.apply(ticket)),
    remove: (ticketId) => all.forEach((one) => one.remove(ticketId)),
    change: (change) => all.forEach((one) => one.change(change)),
    dispose: () => all.forEach((one) => one.dispose()),
  }
}
