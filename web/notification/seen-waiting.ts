import type { TicketView } from '../../src/ticket/ticket.answers'

/** Until when the user has seen who waits, kept on the server. Times are the server's. */
interface SeenWaiting {
  /** Fetches it once. @throws ApiError */
  load(): Promise<void>
  isNew(ticket: TicketView): boolean
  /** Everything that waits now was there before it was counted for the user. */
  begin(tickets: readonly TicketView[]): void
  see(tickets: readonly TicketView[]): void
}

/** Where the time is kept, for each user. */
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
