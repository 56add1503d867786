import { useEffect, useState } from 'react'
import type { ApiClient } from '../api/api-client'
import { useApp, useUser } from '../app/app-context'
import { useErrorText } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'

export type AnsweringField = 'integrationId' | 'promptId' | 'agentId'

/** A kind of record that can answer contacts, and the connection's field with its id. */
export interface AnsweringRecord {
  field: AnsweringField
  id: number
  name: string
}

/**
 * Returns the integrations, prompts and agents that the plan includes; undefined while loading. @param given those of
 * another company, which are already loaded
 */
export function useAnsweringRecords(given?: readonly AnsweringRecord[]): readonly AnsweringRecord[] | undefined {
  const { api } = useApp()
  const { plan } = useUser()
  const { toast } = useUi()
  const errorText = useErrorText()
  const [records, setRecords] = useState<readonly AnsweringRecord[]>()
  const { useIntegrations: hasIntegrations, useOpenAi: hasAi } = plan
  const isGiven = given !== undefined
  useEffect(() => {
    if (isGiven) return
    const stop = new AbortController()
    const { signal } = stop
    const sources = [...(hasIntegrations ? [integrations] : []), ...(hasAi ? [prompts, agents] : [])]
    Promise.all(sources.map((source) => source(api, signal))).then(
      (found) => !signal.aborted && setRecords(found.flat()),
      (cause: unknown) => !signal.aborted && toast.error(errorText(cause)),
    )
    return () => stop.abort()
  }, [api, hasIntegrations, hasAi, isGiven])
  return given ?? records
}

type Source = (api: ApiClient, signal: AbortSignal) => Promise<AnsweringRecord[]>

export const recordsOf = (field: AnsweringField, found: readonly { id: number; name: string }[]) =>
  found.map(({ id, name }): AnsweringRecord => ({ field, id, name }))

const integrations: Source = async (api, signal) =>
  recordsOf('integrationId', await api.get('/queueIntegration/list', { signal }))
const prompts: Source = async (api, signal) => recordsOf('promptId', (await api.get('/prompt', { signal })).prompts)
const agents: Source = async (api, signal) => recordsOf('agentId', await api.get('/agents', { signal }))
