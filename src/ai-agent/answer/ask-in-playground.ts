import { AiError } from '../../ai/ai-error'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia } from '../../kernel/file/media-store'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import { getAgent } from '../agent/agent.record'
import type { PlaygroundAnswer } from './answer.calls'
import { type AgentReply, askAgent } from './ask-agent'
import type { PlaygroundBody } from './playground.contract'

const timeoutMs = 25_000

/** Answers an admin as the agent would answer a contact. Nothing is sent or done; the tokens count. */
export async function askInPlayground(
  ctx: CompanyContext,
  agentId: number,
  { messages }: PlaygroundBody,
): Promise<PlaygroundAnswer> {
  const agent = getAgent(ctx, agentId)
  const lastQuestions = messages.filter(({ fromMe }) => !fromMe).slice(-2)
  const startedMs = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const ms = () => Math.round(performance.now() - startedMs)
  try {
    const reply = await askAgent(ctx, {
      agent,
      channel: 'whatsapp',
      messages: messages.map(({ fromMe, body }) => ({ role: fromMe ? 'assistant' : 'user', content: body })),
      question: lastQuestions.map(({ body }) => body).join('\n'),
      hasGreeted: messages[0]?.fromMe === true,
      signal,
    })
    const { text, sources, usage, model } = reply
    return { answer: text, actions: namesOf(ctx, reply), sources, model, ...usage, ms: ms(), error: null }
  } catch (error) {
    if (!(error instanceof AiError) && !signal.aborted) throw error
    const { code, message } = error instanceof AiError ? error : { code: 'timeout', message: '' }
    const none = {
      answer: '',
      actions: { transfersTo: null, tags: [], files: [], ends: false },
      sources: [],
      model: '',
    }
    return { ...none, tokensIn: 0, tokensOut: 0, ms: ms(), error: { code, message } }
  }
}

function namesOf(ctx: CompanyContext, { actions }: AgentReply): PlaygroundAnswer['actions'] {
  const { transfer, tagIds, mediaIds, ends } = actions
  return {
    transfersTo: transfer
      ? { queue: findQueue(ctx, transfer.queueId ?? 0)?.name ?? null, reason: transfer.reason }
      : null,
    tags: tagIds.flatMap((id) => findTag(ctx, id)?.name ?? []),
    files: mediaIds.flatMap((id) => findMedia(ctx, id)?.name ?? []),
    ends,
  }
}
