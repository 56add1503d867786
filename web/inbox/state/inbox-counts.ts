import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { TicketCounts } from '../../../src/ticket/ticket.answers'
import { inboxTabs, type InboxTab } from '../filter/inbox-query'

export interface InboxCountsOptions {
  initial: TicketCounts
  fetchCounts: (signal: AbortSignal) => Promise<TicketCounts>
  delayMs: number
}

/** Whether a ticket was, and is, on a tab; `before` is undefined when unknown. */
export type TabMove = Record<InboxTab, { before: boolean | undefined; after: boolean }>

interface InboxCounts {
  readonly counts: ReadonlySignal<TicketCounts>
  /** Moves the counts with a ticket. If its previous tab is unknown, fetches them a moment later. */
  move(move: TabMove): void
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
    move(move) {
      if (request) isOutdated = true
      const next = { ...counts.peek() }
      let doubt = false
      for (const tab of inboxTabs) {
        const { before, after } = move[tab]
        if (before === undefined) doubt = true
        else if (before !== after) next[tab] = Math.max(0, next[tab] + (after ? 1 : -1))
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
