import type { CompanyContext } from '../../kernel/company/company-context'
import { requirePlan } from '../../kernel/company/require-plan'
import { type BotRecordKind, botRecordExists } from '../../queue/bot-records.port'
import type { ConnectionBody } from '../connection.contract'
import { keysOf } from '../../kernel/typed-object.contract'

const answering = ['integrationId', 'promptId', 'agentId'] as const
const kinds = {
  integrationId: 'integration',
  promptId: 'prompt',
  agentId: 'agent',
  flowIdWelcome: 'flow',
  flowIdNotPhrase: 'flow',
} as const satisfies Partial<Record<keyof ConnectionBody, BotRecordKind>>
type Field = keyof typeof kinds

/**
 * Checks which integration, AI or flow answers the contacts of a connection.
 * @throws Refusal ERR_PLAN_LIMIT without the feature of the plan
 */
export function botErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
  const isChanged = (field: Field | 'flowIdsScheduled') => String(after[field]) !== String(before?.[field] ?? '')
  const given = keysOf(kinds).filter((field) => after[field] !== null)
  const changed = given.filter(isChanged)
  const scheduled = isChanged('flowIdsScheduled') ? after.flowIdsScheduled : []
  if (scheduled.length > 0 || changed.some((field) => kinds[field] === 'flow' || field === 'integrationId')) {
    requirePlan(ctx, 'useIntegrations')
  }
  if (changed.includes('promptId') || changed.includes('agentId')) requirePlan(ctx, 'useOpenAi')
  const unknown = changed.filter((field) => !botRecordExists(ctx, kinds[field], Number(after[field])))
  const hasUnknownFlow = scheduled.some((id) => !botRecordExists(ctx, 'flow', id))
  const chosen = answering.filter((field) => after[field] !== null)
  return {
    ...Object.fromEntries(unknown.map((field) => [field, 'unknown'])),
    ...(hasUnknownFlow ? { flowIdsScheduled: 'unknown' } : {}),
    ...Object.fromEntries(chosen.slice(1).map((field) => [field, 'onlyOne'])),
  }
}
