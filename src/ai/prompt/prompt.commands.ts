import { eq } from 'drizzle-orm'
import { forgetBot } from '../../bot/forget-bot'
import { withoutMissing } from '../../kernel/http/body-values'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId } from '../../kernel/ids'
import { requirePlan } from '../../kernel/company/require-plan'
import { changeSecret } from '../../kernel/config/sealed-secret'
import { findQueue } from '../../queue/queue.queries'
import { canManageAi } from '../ai.policy'
import { promptTable } from '../ai.tables'
import type { PromptBody, UpdatePromptBody } from './prompt.contract'
import { type Prompt, presentPrompt, promptRecords } from './prompt.records'

/** @throws Refusal ERR_NO_PERMISSION for others than admins, ERR_PLAN_LIMIT without the feature */
export function assertManagesAi(ctx: CompanyContext) {
  if (!canManageAi(ctx.actor)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useOpenAi')
}

export function createPrompt(ctx: CompanyContext, body: PromptBody) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const values = withSealedKeys(ctx, body, { apiKey: '', voiceKey: '' })
    assertWhole(ctx, values)
    return presentPrompt(ctx, promptRecords.create(ctx, values))
  })
}

export function updatePrompt(ctx: CompanyContext, id: number, body: UpdatePromptBody) {
  assertManagesAi(ctx)
  return ctx.transaction(() => {
    const prompt = promptRecords.get(ctx, id)
    const changes = withSealedKeys(ctx, withoutMissing(body), prompt)
    assertWhole(ctx, { ...prompt, ...changes }, body.queueId !== undefined)
    return presentPrompt(ctx, promptRecords.update(ctx, id, changes))
  })
}

/** Its connections answer with their menu from then on; a ticket that it was answering waits for an agent. */
export function deletePrompt(ctx: CompanyContext, id: number) {
  assertManagesAi(ctx)
  ctx.transaction(() => {
    promptRecords.get(ctx, id)
    forgetBot(ctx, 'prompt', id)
    promptRecords.remove(ctx, id)
  })
}

/** Prompts of a deleted queue keep working; tickets they hand over then wait without a queue. */
export function clearQueueOfPrompts(ctx: CompanyContext, queueId: QueueId) {
  for (const { id } of promptRecords.list(ctx, eq(promptTable.queueId, queueId))) {
    ctx.db.update(promptTable).set({ queueId: null }).where(eq(promptTable.id, id)).run()
    recordEvent(ctx, 'prompt.updated', {}, { promptId: id })
  }
}

type Keys = Pick<Prompt, 'apiKey' | 'voiceKey'>

/** Keys that were not typed stay. */
function withSealedKeys<Body extends UpdatePromptBody>(ctx: CompanyContext, body: Body, stored: Keys): Body & Keys {
  const { sealer } = ctx.company.services
  return {
    ...body,
    apiKey: changeSecret(sealer, stored.apiKey, body.apiKey),
    voiceKey: changeSecret(sealer, stored.voiceKey, body.voiceKey),
  }
}

type Whole = Pick<Prompt, 'apiKey' | 'voice' | 'voiceKey' | 'voiceRegion' | 'queueId'>

function assertWhole(ctx: CompanyContext, prompt: Whole, asksQueue = true) {
  const speaks = prompt.voice !== 'texto'
  const fields = {
    ...(prompt.apiKey === '' ? { apiKey: 'required' } : {}),
    ...(speaks && prompt.voiceKey === '' ? { voiceKey: 'required' } : {}),
    ...(speaks && prompt.voiceRegion === '' ? { voiceRegion: 'required' } : {}),
    ...(asksQueue && !findQueue(ctx, prompt.queueId ?? 0) ? { queueId: 'unknown' } : {}),
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
