import type { ApiClient } from '../../api/api-client'
import { useUser } from '../../app/app-context'
import { useLookup } from '../../app/use-fetched'
import { useIntegrations } from '../../integration/integration.choice'
import { type Option, optionsOf } from '../../ui/select/option'
import { fetchQueues } from '../fetch-queues'

export interface OptionTargets {
  queues: Option<number>[]
  users: Option<number>[]
  files: Option<number>[]
  integrations: Option<number>[]
}

const none: Omit<OptionTargets, 'integrations'> = { queues: [], users: [], files: [] }
const pagesMax = 50

export function useOptionTargets(): OptionTargets {
  const integrations = useIntegrations(useUser().plan.useIntegrations) ?? []
  const targets = useLookup(async (api, signal) => {
    const [queues, users, files] = await Promise.all([
      fetchQueues(api, signal),
      api.get('/users/list', { signal }),
      listFileLists(api, signal),
    ])
    return { queues: optionsOf(queues), users: optionsOf(users), files }
  })
  return { ...none, ...targets, integrations }
}

export function useFileLists(): Option<number>[] {
  return useLookup(listFileLists) ?? []
}

async function listFileLists(api: ApiClient, signal: AbortSignal): Promise<Option<number>[]> {
  const found: Option<number>[] = []
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber++) {
    const { files, hasMore } = await api.get('/files', { query: { pageNumber }, signal })
    found.push(...optionsOf(files))
    if (!hasMore) break
  }
  return found
}
