import type { Signal } from '@preact/signals-react'
import type { TicketPage, TicketView } from '../../src/ticket/ticket.answers'
import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from '../app/links'
import { createTouchLog } from '../live/touch-log'
import { compareTickets } from '../ticket/compare-tickets'
import { alwaysCounts, countsFor } from './notification-rules'
import type { ApiClient } from '../api/api-client'
import type { AppearanceModel } from '../app/appearance-model'
import type { Texts } from '../i18n/pt'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { NavigationModel } from '../page/navigation-model'
import type { SessionModel } from '../session/session-model'

export interface NotificationState extends NotificationParts {
  tickets: Signal<readonly TicketView[]>
  uncounted: Signal<number>
  /** Counts how often the user has seen who waits. */
  seenTimes: Signal<number>
}

const newestFirst = compareTickets('DESC')

/** Keeps the unread tickets that count for the user. `seeWaiting`: the user has seen who waits. */
export function createUnreadTickets(state: NotificationState, user: () => SessionUser) {
  const { api, tickets, uncounted } = state
  const touches = createTouchLog<number>()
  const seen = createSeenWaiting({
    load: async () => (await api.get('/notifications/seenWaiting')).until,
    save: (until) => api.put('/notifications/seenWaiting', { body: { until } }),
  })
  const wanted = (ticket: TicketView) =>
    ticket.unreadMessages > 0 && countsFor(user(), ticket) && (alwaysCounts(user(), ticket) || seen.isNew(ticket))
  const without = (ticketId: number) => tickets.peek().filter(({ id }) => id !== ticketId)

  function take(ticket: TicketView) {
    touches.touch(ticket.id)
    const others = without(ticket.id)
    if (isWaitingTabShown(state)) seen.see([ticket])
    if (wanted(ticket) && !isLookedAt(state, ticket)) tickets.value = [...others, ticket].sort(newestFirst)
    else if (others.length < tickets.peek().length) tickets.value = others
  }

  function drop(ticketId: number) {
    touches.touch(ticketId)
    if (tickets.peek().some(({ id }) => id === ticketId)) tickets.value = without(ticketId)
  }

  function seeWaiting() {
    seen.see(tickets.peek())
    tickets.value = tickets.peek().filter(wanted)
  }

  function settle(pages: readonly TicketPage[], since: number) {
    const loaded = pages.flatMap((page) => page.tickets)
    seen.begin(loaded.filter(({ id }) => !touches.touched(id, since)))
    if (isWaitingTabShown(state)) seen.see(loaded)
    const found = loaded.filter((ticket) => wanted(ticket))
    // Live changes since the request are newer than its answer.
    const fresh = found.filter(({ id }) => !touches.touched(id, since))
    const live = tickets.peek().filter((ticket) => touches.touched(ticket.id, since) && wanted(ticket))
    tickets.value = [...fresh, ...live].sort(newestFirst)
    uncounted.value = pages
      .filter((page) => page.tickets.every(wanted))
      .reduce((sum, page) => sum + Math.max(0, page.count - page.tickets.length), 0)
  }

  /** Loads the tickets. A failed request keeps those there are; the next reconnection loads them. */
  async function read() {
    const since = touches.begin()
    try {
      const requested = queriesOf(user()).map((query) => api.get('/tickets', { query }))
      const [pages] = await Promise.all([Promise.all(requested), seen.load()])
      settle(pages, since)
    } catch {
      // The known tickets stay; the next reconnect reads again.
    } finally {
      touches.end()
    }
  }

  return { take, drop, read, seeWaiting }
}

export function isWaitingTabShown({ navigation }: NotificationState) {
  const { path, search } = navigation.shown.peek()
  return path.startsWith(links.tickets()) && new URLSearchParams(search).get('tab') === 'pending' && document.hasFocus()
}

export function isLookedAt({ navigation }: NotificationState, { uuid }: TicketView) {
  return navigation.shown.peek().path === links.ticket(uuid) && document.hasFocus()
}

export function queriesOf(user: SessionUser) {
  const common = { withUnreadMessages: true, showAll: false, pageNumber: 1 }
  const queueIds = user.queues.map(({ id }) => id)
  return [
    { ...common, status: 'open' },
    ...(user.notifyWaiting ? [{ ...common, status: 'pending', queueIds }] : []),
    ...(user.allowGroup ? [{ ...common, status: 'group', queueIds }] : []),
  ]
}

/** Until when the user has seen who waits, kept on the server. Times are the server's. */
interface SeenWaiting {
  /** Fetches it once. @throws ApiError */
  load(): Promise<void>
  isNew(ticket: TicketView): boolean
  /** Everything that waits now was there before it was counted for the user. */
  begin(tickets: readonly TicketView[]): void
  see(tickets: readonly TicketView[]): void
}

interface SeenWaitingStore {
  load(): Promise<string | null>
  save(until: string): Promise<unknown>
}

/** Contacts may begin to wait many times a second while their list is shown. */
const saveEveryMs = 3000

export function createSeenWaiting(store: SeenWaitingStore): SeenWaiting {
  let isLoaded = false
  /** Undefined before anything was loaded. */
  let until: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved: string | undefined

  function save() {
    timer = undefined
    if (until === undefined || until === '' || until === saved) return
    saved = until
    timer = setTimeout(save, saveEveryMs)
    // The next contact who is seen is saved with it.
    store.save(until).catch(() => (saved = undefined))
  }

  function keep(tickets: readonly TicketView[]) {
    const latest = tickets.reduce(
      (last, { waitingSince = '' }) => (waitingSince > last ? waitingSince : last),
      until ?? '',
    )
    if (latest === until) return
    until = latest
    if (timer === undefined) save()
  }

  return {
    async load() {
      if (isLoaded) return
      saved = (await store.load()) ?? undefined
      isLoaded = true
      if (saved !== undefined && saved > (until ?? '')) until = saved
    },
    isNew: ({ waitingSince = '' }) => until === undefined || waitingSince > until,
    begin(tickets) {
      if (until === undefined) keep(tickets)
    },
    // Tickets that do not wait count for nothing.
    see(tickets) {
      if (tickets.some(({ waitingSince }) => waitingSince !== undefined)) keep(tickets)
    },
  }
}

export interface NotificationParts {
  api: ApiClient
  live: LiveSocketClient
  session: SessionModel
  navigation: NavigationModel
  appearance: AppearanceModel
  texts: Pick<Texts, 'ticket'>
}
