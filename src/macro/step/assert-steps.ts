import { findFlow } from '../../flow/run/find-flow'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { existingQueueIds } from '../../queue/queue.queries'
import { listTags } from '../../tag/tag.queries'
import { existingUserIds } from '../../user/user.queries'
import type { Step } from './step.contract'

/** What the steps name and does not exist, by the form's name of the field: `steps.0.tagIds`. */
export function unknownTargets(ctx: CompanyContext, steps: readonly Step[]): Record<string, 'unknown'> {
  const plainTags = new Set<number>(listTags(ctx, { kanban: false }).map(({ id }) => id))
  const named = (field: 'queueId' | 'userId') => steps.flatMap((step) => step[field] ?? [])
  const queues = new Set<number>(existingQueueIds(ctx, named('queueId')))
  const users = new Set<number>(existingUserIds(ctx, named('userId')))
  const fields: Record<string, 'unknown'> = {}
  for (const [index, { kind, tagIds, queueId, userId, flowId }] of steps.entries()) {
    const isUnknown = (field: string) => void (fields[`steps.${index}.${field}`] = 'unknown')
    const usesTags = kind === 'addTags' || kind === 'removeTags'
    if (usesTags && tagIds.some((id) => !plainTags.has(id))) isUnknown('tagIds')
    if (kind === 'transfer' && !queues.has(queueId ?? 0)) isUnknown('queueId')
    if (kind === 'assign' && !users.has(userId ?? 0)) isUnknown('userId')
    if (kind === 'flow' && !findFlow(ctx, flowId ?? 0)) isUnknown('flowId')
  }
  return fields
}

/** @throws Refusal ERR_INVALID_INPUT, naming fields as in the form */
export function assertSteps(ctx: CompanyContext, steps: readonly Step[]) {
  const fields = unknownTargets(ctx, steps)
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
