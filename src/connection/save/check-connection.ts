import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { existingQueueIds, findQueue } from '../../queue/queue.queries'
import { isSettingEnabled } from '../../setting/setting.queries'
import type { ConnectionBody } from '../connection.contract'
import { asksForImport, connectionErrors } from './connection-rules.contract'
import { requirePlan } from '../../kernel/company/require-plan'
import { botRecordExists, type BotRecordKind } from '../../queue/bot-records.port'
import { keysOf } from '../../kernel/typed-object.contract'

/**
 * Checks the rules between fields, and between them and the company.
 * @throws Refusal ERR_INVALID_INPUT naming every field, ERR_WAPP_GREETING_REQUIRED
 */
export function checkConnection(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody) {
  const rates = isSettingEnabled(ctx, 'userRating')
  const fields = {
    ...queueErrors(ctx, after, before),
    ...connectionErrors(after, { rates, today: localDay(ctx.now, timeZoneOf(ctx)), before }),
    ...botErrors(ctx, after, before),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
  if (new Set(after.queueIds).size > 1 && !after.greetingMessage.trim()) {
    refuse('ERR_WAPP_GREETING_REQUIRED', { fields: { greetingMessage: 'required' } })
  }
}

function queueErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
  const { queueIds, sendIdQueue, queueIdImportMessages, channel } = after
  const isUnknown = (id: number | null) => id !== null && !findQueue(ctx, id)
  const imports = asksForImport(after, before)
  return {
    ...(existingQueueIds(ctx, queueIds).length < new Set(queueIds).size ? { queueIds: 'unknown' } : {}),
    ...(isUnknown(sendIdQueue) ? { sendIdQueue: 'unknown' } : {}),
    ...(imports && isUnknown(queueIdImportMessages) ? { queueIdImportMessages: 'unknown' } : {}),
    ...(imports && channel !== 'whatsapp' ? { enableImportMessage: 'unavailable' } : {}),
  }
}

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
function botErrors(ctx: CompanyContext, after: ConnectionBody, before?: ConnectionBody): Record<string, string> {
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
