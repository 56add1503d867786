import { failedRecord, lastBotErrors } from '../../bot/bot-errors'
import type { CompanyContext } from '../../kernel/company/company-context'
import { companyRecords } from '../../kernel/record/company-records'
import { presentRecord } from '../../kernel/record/record-table'
import { readSecret } from '../../kernel/config/sealed-secret'
import { findQueue } from '../../queue/queue.queries'
import { promptTable } from '../ai.tables'
import { canManageAi } from '../ai.policy'
import { PromptView } from './prompt.calls'

export type Prompt = typeof promptTable.$inferSelect

export const promptRecords = companyRecords({
  subject: 'prompt',
  table: promptTable,
  notFound: 'ERR_NO_PROMPT_FOUND',
  read: 'admins',
  change: canManageAi,
  view: PromptView,
  present: (ctx) => (prompt) => presentPrompt(ctx, prompt),
  changedBy: failedRecord('prompt'),
})

export const findPrompt = (ctx: CompanyContext, id: number): Prompt | undefined => promptRecords.find(ctx, id)

export function presentPrompt(ctx: CompanyContext, prompt: Prompt, errors = lastBotErrors(ctx, 'prompt')): PromptView {
  const { apiKey, voiceKey, ...shown } = presentRecord(prompt)
  const { sealer } = ctx.company.services
  const [apiKeyState, voiceKeyState] = [readSecret(sealer, apiKey).state, readSecret(sealer, voiceKey).state]
  const queue = prompt.queueId === null ? undefined : findQueue(ctx, prompt.queueId)
  return {
    ...shown,
    apiKeyState,
    voiceKeyState,
    hasApiKey: apiKeyState === 'set',
    hasVoiceKey: voiceKeyState === 'set',
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    botError: errors.get(prompt.id) ?? null,
  }
}

export function listPrompts(ctx: CompanyContext): PromptView[] {
  promptRecords.assertMayRead(ctx)
  const errors = lastBotErrors(ctx, 'prompt')
  return promptRecords.list(ctx).map((prompt) => presentPrompt(ctx, prompt, errors))
}
