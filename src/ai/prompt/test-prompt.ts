import type { CompanyContext } from '../../kernel/company/company-context'
import { createContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { AiError } from '../ai-error'
import { recordAiUsage } from '../ai-usage'
import { askModel } from '../chat/ask-model'
import type { TestAnswer } from './prompt.calls'
import type { TestPromptBody } from './prompt.contract'
import { promptRecords } from './prompt.record'
import { systemText } from './system-text'

const timeoutMs = 25_000

export async function testPrompt(ctx: CompanyContext, body: TestPromptBody): Promise<TestAnswer> {
  promptRecords.assertMayChange(ctx)
  const { ai } = ctx.company.services
  const startedMs = performance.now()
  const elapsed = () => Math.round(performance.now() - startedMs)
  try {
    const { text, handOver, usage } = await askModel(ctx, {
      endpoint: { baseUrl: ai.openAiUrl, apiKey: keyFor(ctx, body) },
      model: body.model || ai.openAiModel,
      maxTokens: body.maxTokens,
      temperature: body.temperature,
      messages: [
        {
          role: 'system',
          content: systemText(ctx, { instructions: body.prompt, maxTokens: body.maxTokens, mayHandOver: true }),
        },
        { role: 'user', content: body.question },
      ],
      mayHandOver: true,
      timeoutMs,
    })
    recordAiUsage(createContext(ctx.company), { kind: 'prompt', id: body.id ?? 0 }, usage)
    return { answer: text, handsOver: handOver !== undefined, ...usage, ms: elapsed(), error: null }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    const { code, providerMessage: message } = error
    return { answer: null, handsOver: false, tokensIn: 0, tokensOut: 0, ms: elapsed(), error: { code, message } }
  }
}

function keyFor(ctx: CompanyContext, { id, apiKey }: TestPromptBody): string {
  if (apiKey !== '') return apiKey
  const secret = readSecret(ctx.company.services.sealer, id === null ? '' : promptRecords.get(ctx, id).apiKey)
  if (secret.state !== 'set') throw new AiError('keyRefused', 'No key is set')
  return secret.text
}
