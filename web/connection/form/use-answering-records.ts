import type { ApiClient } from '../../api/api-client'
import { useUser } from '../../app/app-context'
import { useLookup } from '../../app/use-fetched'

export type AnsweringField = 'integrationId' | 'promptId' | 'agentId'

export interface AnsweringRecord {
  field: AnsweringField
  id: number
  name: string
}

/** As the plan includes them; undefined while loading. @param given of another company */
export function useAnsweringRecords(given?: readonly AnsweringRecord[]): readonly AnsweringRecord[] | undefined {
  const { useIntegrations: hasIntegrations, useOpenAi: hasAi } = useUser().plan
  const found = useLookup(async (api, signal) => {
    const sources = [...(hasIntegrations ? [integrations] : []), ...(hasAi ? [prompts, agents] : [])]
    return (await Promise.all(sources.map((source) => source(api, signal)))).flat()
  }, given === undefined)
  return given ?? found
}

type Source = (api: ApiClient, signal: AbortSignal) => Promise<AnsweringRecord[]>

export const recordsOf = (field: AnsweringField, found: readonly { id: number; name: string }[]) =>
  found.map(({ id, name }): AnsweringRecord => ({ field, id, name }))

const integrations: Source = async (api, signal) =>
  recordsOf('integrationId', await api.get('/queueIntegration/list', { signal }))
const prompts: Source = async (api, signal) => recordsOf('promptId', (await api.get('/prompt', { signal })).prompts)
const agents: Source = async (api, signal) => recordsOf('agentId', await api.get('/agents', { signal }))
