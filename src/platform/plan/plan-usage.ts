import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type CompanyPlan, planCounts, type PlanFlag, planFlags } from '../../kernel/company/company-plan.contract'
import type { PlanUsage } from './plan.calls'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    planUsage(ctx: CompanyContext): PlanUsage
  }
}

export const emptyUsage: PlanUsage = { users: 0, connections: 0, queues: 0, channels: [] }

export function limitsAbove(plan: CompanyPlan, used: PlanUsage): ((typeof planCounts)[number] | PlanFlag)[] {
  const needed = new Set(used.channels.map((channel) => channelRules[channel].planFlag))
  return [
    ...planCounts.filter((name) => used[name] > plan[name]),
    ...planFlags.filter((flag) => needed.has(flag) && !plan[flag]),
  ]
}
