import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { createRequiredContext } from '../ui/context/ui-context'
import type { ApiClient } from '../api/api-client'
import { onReconnect } from '../live/on-reconnect'
import type { LiveSocketClient } from '../live/live-socket-client'
import { startLater } from '../live/start-later'
import type { SessionModel } from '../session/session-model'
import { laterPartsTaken } from '../ui/layout/later-part'

/** Joins the changes of a busy moment in one request. */
const refreshMs = 3000

/** How many tickets wait for this user, as in the inbox's tab. */
export interface WaitingCount {
  readonly count: ReadonlySignal<number>
  /** The open inbox counts by itself; returns the function that ends it. */
  follow(count: ReadonlySignal<number>): () => void
  start(): () => void
}

interface WaitingCountOptions {
  api: ApiClient
  live: LiveSocketClient
  session: SessionModel
}

export function createWaitingCount({ api, live, session }: WaitingCountOptions): WaitingCount {
  const count = signal(0)
  let isFollowing = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load() {
    timer = undefined
    const user = session.user.peek()
    if (isFollowing || !user) return
    const own = user.queues.map(({ id }) => id)
    const query = { showAll: false, queueIds: own.length > 0 ? own : undefined }
    // Without an answer the last count stays until the next change.
    const found = await api.get('/tickets/counts', { query }).catch(() => undefined)
    if (found && !isFollowing) count.value = found.pending
  }

  return {
    count,
    follow(counted) {
      isFollowing = true
      const stop = startLater(async () => {
        await laterPartsTaken()
        return effect(() => void (count.value = counted.value))
      })
      return () => {
        stop()
        isFollowing = false
      }
    },
    start: () =>
      startLater(async () => {
        const soon = () => void (timer ??= setTimeout(() => void load(), refreshMs))
        const stops = [live.observe('ticket', soon), live.observe('reload', soon), onReconnect(live, soon)]
        await load()
        return () => {
          clearTimeout(timer)
          for (const stop of stops) stop()
        }
      }),
  }
}

export const [WaitingCountContext, useWaitingCount] = createRequiredContext<WaitingCount>('<App>')
