import type { CompanyContext } from '../kernel/company-context'
import { requirePlan } from '../kernel/require-plan'
import type { ConnectionBody } from './connection.contract'

const answering = ['integrationId', 'promptId', 'agentId'] as const
const flows = ['flowIdWelcome', 'flowIdNotPhrase'] as const

/**
 * Which integration, AI or flow answers the contacts of a connection. None of them can be made yet, so any id is unknown.
 * @throws Refusal ERR_PLAN_LIMIT without the feature of the plan
 */
export function botErrors(ctx: CompanyContext, after: ConnectionBody): Record<string, string> {
  const given = [...answering, ...flows].filter((field) => after[field] !== null)
  const hasFlows = after.flowIdsScheduled.length > 0
  if (hasFlows || given.some((field) => field === 'integrationId' || field.startsWith('flow'))) {
    requirePlan(ctx, 'useIntegrations')
  }
  if (given.includes('promptId') || given.includes('agentId')) requirePlan(ctx, 'useOpenAi')
  const chosen = answering.filter((field) => after[field] !== null)
  return {
    ...Object.fromEntries(given.map((field) => [field, 'unknown'])),
    ...(hasFlows ? { flowIdsScheduled: 'unknown' } : {}),
    ...Object.fromEntries(chosen.slice(1).map((field) => [field, 'onlyOne'])),
  }
}
