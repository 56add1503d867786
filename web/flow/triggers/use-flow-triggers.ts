import type { FlowTriggerView } from '../../../src/flow/flow.calls'
import type { LiveEvent } from '../../../src/kernel/live/live-events.contract'
import { useLookup } from '../../app/use-fetched'

/** Events after which something else may start a flow. */
export const triggerEvents = [
  'flowCampaign',
  'whatsapp',
  'queue',
  'queueIntegration',
  'flow',
] as const satisfies LiveEvent[]

/** What starts the flow; undefined while loading. */
export function useFlowTriggers(flowId: number): readonly FlowTriggerView[] | undefined {
  const params = { id: flowId }
  return useLookup((api, signal) => api.get('/flowbuilder/triggers/:id', { params, signal }), true, triggerEvents)
    ?.triggers
}
