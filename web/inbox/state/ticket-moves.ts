import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { TicketCounts, TicketView } from '../../../src/ticket/ticket.answers'
import { isOnTab, type InboxScope, type InboxTab, inboxTabs } from '../filter/inbox-query'
import { keepNewest } from '../../../src/kernel/keep-newest.contract'
import type { TicketChange } from '../../ticket/follow-tickets'
import type { TicketTabFields } from '../../../src/ticket/list/ticket-scope'

const positionsMax = 5000

interface TicketMoves {
  readonly counts: ReadonlySignal<TicketCounts>
  note(ticket: TicketView): void
  noteNew(ticket: TicketView): void
  apply(ticket: TicketView, change: TicketChange): void
  remove(ticketId: number, event: number | undefined): void
  /** Discards the recorded tabs when they may be outdated. */
  reset(): void
  recount(when: 'now' | 'soon'): void
  dispose(): void
}

interface MovesOptions extends InboxCountsOptions {
  actor: () => UserActor
  scope: () => InboxScope
  isComplete: (tab: InboxTab) => boolean
}

export function createTicketMoves({ actor, scope, isComplete, ...options }: MovesOptions): TicketMoves {
  const positions = createTicketPositions()
  const counts = createInboxCounts(options)
  const note = (ticket: TicketView) => positions.note(ticket.id, ticket)

  function moveOf(ticketId: number, after: TicketView | undefined): TabMove {
    const position = positions.find(ticketId)
    const of = (name: InboxTab) => ({
      before: position ? isOnTab(actor(), scope(), name, position) : isComplete(name) ? false : undefined,
      after: after !== undefined && isOnTab(actor(), scope(), name, after),
    })
    return { open: of('open'), pending: of('pending'), group: of('group'), snoozed: of('snoozed') }
  }

  return {
    counts: counts.counts,
    note,
    noteNew(ticket) {
      if (positions.find(ticket.id) === undefined) note(ticket)
    },
    apply(ticket, { mayHaveMoved, event }) {
      if (!mayHaveMoved && positions.find(ticket.id) === undefined) return
      batch(() => {
        counts.move(moveOf(ticket.id, ticket), event)
        note(ticket)
      })
    },
    remove(ticketId, event) {
      counts.move(moveOf(ticketId, undefined), event)
      positions.forget(ticketId)
    },
    reset: () => positions.clear(),
    recount: counts.refresh,
    dispose: () => counts.dispose(),
  }
}

/** Records the tabs of recently seen tickets, to determine which tabs a live change affects. */
function createTicketPositions() {
  const positions = new Map<number, TicketTabFields>()
  return {
    find: (ticketId: number) => positions.get(ticketId),
    note(ticketId: number, { status, userId, queueId, snoozedUntil }: TicketTabFields) {
      positions.delete(ticketId)
      positions.set(ticketId, { status, userId, queueId, snoozedUntil })
      keepNewest(positions, positionsMax)
    },
    forget: (ticketId: number) => void positions.delete(ticketId),
    clear: () => positions.clear(),
  }
}

interface InboxCountsOptions {
  initial: TicketCounts
  fetchCounts: (signal: AbortSignal) => Promise<TicketCounts>
  delayMs: number
}

/** Whether a ticket was, and is, on a tab; `before` is undefined when unknown. */
export type TabMove = Record<InboxTab, { before: boolean | undefined; after: boolean }>

interface InboxCounts {
  readonly counts: ReadonlySignal<TicketCounts>
  /**
   * Moves the counts with a ticket. Fetches them a moment later if its previous tab is unknown, or if they may include
   * the change because they are newer than its event.
   */
  move(move: TabMove, event?: number): void
  /** Fetches the counts, at once or after a pause that joins further requests. */
  refresh(when: 'now' | 'soon'): void
  dispose(): void
}

/** Keeps the tabs' counts: updated locally where possible, fetched from the server in doubt. */
export function createInboxCounts({ initial, fetchCounts, delayMs }: InboxCountsOptions): InboxCounts {
  const counts = signal(initial)
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  /** Something changed during the request, so its answer may or may not include the change. */
  let isOutdated = false

  function soon() {
    timer ??= setTimeout(() => void fetchNow(), delayMs)
  }

  async function fetchNow() {
    clearTimeout(timer)
    timer = undefined
    request?.abort()
    const current = new AbortController()
    request = current
    isOutdated = false
    try {
      const answer = await fetchCounts(current.signal)
      if (current.signal.aborted) return
      counts.value = answer
      if (isOutdated) soon()
    } catch {
      // The counts stay. The next doubt or reconnect fetches again.
    } finally {
      if (request === current) request = undefined
    }
  }

  return {
    counts,
    move(move, event = Infinity) {
      if (request) isOutdated = true
      const isCounted = event <= counts.peek().lastEvent
      const next = { ...counts.peek() }
      let doubt = false
      for (const tab of inboxTabs) {
        const { before, after } = move[tab]
        if (before === after) continue
        if (before === undefined || isCounted) doubt = true
        else next[tab] = Math.max(0, next[tab] + (after ? 1 : -1))
      }
      if (inboxTabs.some((tab) => next[tab] !== counts.peek()[tab])) counts.value = next
      if (doubt) soon()
    },
    refresh(when) {
      if (when === 'now') void fetchNow()
      else soon()
    },
    dispose() {
      clearTimeout(timer)
      request?.abort()
    },
  }
}
