import type { FlowView } from '../../src/flow/flow.calls'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'

export type FlowOption = Pick<FlowView, 'id' | 'name' | 'active' | 'scheduledTimeRun'>

/** All flows of the company by name; undefined while loading. */
export function useFlows(wanted = true): readonly FlowOption[] | undefined {
  return useLookup(async (api, signal) => (await api.get('/flowbuilder', { query: {}, signal })).flows, wanted)
}

/** `inactive` describes flows that are switched off. */
export function flowOptions(flows: readonly FlowOption[] | undefined, inactive: string): Option<number>[] {
  return (flows ?? []).map(({ id, name, active }) => ({
    value: id,
    label: name,
    ...(active ? {} : { description: inactive }),
  }))
}
