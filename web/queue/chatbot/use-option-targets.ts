import { useEffect, useState } from 'react'
import type { UserPick } from '../../../src/user/user.calls'
import type { ApiClient } from '../../api/api-client'
import { useApp, useUser } from '../../app/app-context'
import { useErrorText } from '../../i18n/i18n'
import { useIntegrations } from '../../integration-choice/use-integrations'
import type { Option } from '../../ui/select/option'
import { useUi } from '../../ui/context/ui-context'
import { queueOptions, type QueueOption } from '../use-queues'

export interface OptionTargets {
  queues: Option<number>[]
  users: Option<number>[]
  files: Option<number>[]
  integrations: Option<number>[]
}

const none: Omit<OptionTargets, 'integrations'> = { queues: [], users: [], files: [] }
const pagesMax = 50

export function useOptionTargets(): OptionTargets {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [targets, setTargets] = useState(none)
  const integrations = useIntegrations(useUser().plan.useIntegrations) ?? []
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    Promise.all([api.get('/queue', { signal }), api.get('/users/list', { signal }), listFileLists(api, signal)]).then(
      ([queues, users, files]) => !signal.aborted && setTargets(targetsOf(queues, users, files)),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api])
  return { ...targets, integrations }
}

function targetsOf(queues: readonly QueueOption[], users: readonly UserPick[], files: Option<number>[]): typeof none {
  return { queues: queueOptions(queues), users: users.map(({ id, name }) => ({ value: id, label: name })), files }
}

/** The company's file lists, to choose one from. */
export function useFileLists(): Option<number>[] {
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [lists, setLists] = useState<Option<number>[]>([])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    listFileLists(api, signal).then(
      (found) => !signal.aborted && setLists(found),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api])
  return lists
}

/** A company has few file lists. */
async function listFileLists(api: ApiClient, signal: AbortSignal): Promise<Option<number>[]> {
  const found: Option<number>[] = []
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber++) {
    const { files, hasMore } = await api.get('/files', { query: { pageNumber }, signal })
    found.push(...files.map(({ id, name }) => ({ value: id, label: name })))
    if (!hasMore) break
  }
  return found
}
