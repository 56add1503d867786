import type { FlowView } from '../../src/flow/flow.calls'
import type { ApiClient } from '../api/api-client'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'

export type FlowOption = Pick<FlowView, 'id' | 'name' | 'active' | 'scheduledTimeRun'>

export async function listFlows(api: ApiClient, signal: AbortSignal): Promise<readonly FlowOption[]> {
  return (await api.get('/flowbuilder', { query: {}, signal })).flows
}

export const useFlows = (wanted = true) => useLookup(listFlows, wanted)

/** `inactive` describes flows that are switched off. */
export function flowOptions(flows: readonly FlowOption[] | undefined, inactive: string): Option<number>[] {
  return (flows ?? []).map(({ id, name, active }) => ({
    value: id,
    label: name,
    ...(active ? {} : { description: inactive }),
  }))
}
