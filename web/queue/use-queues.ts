import { useEffect, useState } from 'react'
import { useApp, useUser } from '../app/app-context'
import type { QueueView } from '../../src/queue/queue.calls'
import { useErrorText } from '../i18n/i18n'
import { isAdmin } from '../app/screen-access'
import { useUi } from '../ui/context/ui-context'

export type QueueOption = Pick<QueueView, 'id' | 'name' | 'color'>

/** All queues of the company, for transfers; undefined while loading. */
export function useAllQueues(wanted = true): readonly QueueOption[] | undefined {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [queues, setQueues] = useState<readonly QueueOption[]>()
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const { signal } = stop
    api.get('/queue', { signal }).then(
      (found) => !signal.aborted && setQueues(found),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api, wanted])
  return queues
}

/** The queues in which the user may work: their own, or all for admins. */
export function useOwnQueues(wanted = true): readonly QueueOption[] | undefined {
  const user = useUser()
  const all = useAllQueues(wanted && isAdmin(user))
  return isAdmin(user) ? all : user.queues
}

export function queueOptions(queues: readonly QueueOption[] | undefined) {
  return (queues ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }))
}
