import type { CompanyContext } from '../kernel/company/company-context'
import type { FlowTriggerView } from './flow.calls'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** What starts flows, by the flow's id, as far as the actor may know it. */
    flowTriggers(ctx: CompanyContext): ReadonlyMap<number, readonly FlowTriggerView[]>
  }
}

export function triggersOf(ctx: CompanyContext, flowId: number): readonly FlowTriggerView[] {
  return ctx.company.services.ports.flowTriggers(ctx).get(flowId) ?? []
}
