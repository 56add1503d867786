import { computed, effect, untracked, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { ApiClient } from '../../api/api-client'
import type { LiveSocketClient } from '../../live/live-socket-client'
import { isAdmin } from '../../app/screen-access'
import { actorOf } from '../../session/session-actor'
import type { InboxQueue } from '../filter/queue-choice'
import { fetchQueues } from '../../queue/fetch-queues'

interface PermissionsOptions {
  api: ApiClient
  live: LiveSocketClient
  user: ReadonlySignal<SessionUser>
  ofCompany: Signal<readonly InboxQueue[]>
  /** The queues in the query. */
  queueIds: ReadonlySignal<readonly number[] | undefined>
  /** Called when the visible tickets change. */
  onChange: () => void
}

/**
 * Follows everything that determines the visible tickets: the chosen queues, the user's permissions and, for admins,
 * the company's queues. Returns a function that stops it.
 */
export function followPermissions({ api, live, user, ofCompany, queueIds, onChange }: PermissionsOptions): () => void {
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
