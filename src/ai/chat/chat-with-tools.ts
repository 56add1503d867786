import type { CompanyContext } from '../../kernel/company/company-context'
import {
  addUsage,
  type ChatRequest,
  completeChat,
  type ChatMessage,
  type TokenUsage,
  type ToolDefinition,
  type WireToolCall,
} from './chat-client'
import { isObject, type JsonObject } from '../../kernel/untyped-json.contract'

export interface ToolResult {
  content: string
  /** Ends the chat without another request, such as after a hand-over. */
  ends?: boolean
}

/** Runs while the answer is pending: it collects actions instead of changing anything. */
export interface ChatTool extends ToolDefinition {
  /** @param args undefined for no JSON object */
  run(args: Readonly<Record<string, unknown>> | undefined): ToolResult | Promise<ToolResult>
}

interface ToolChatRequest extends Omit<ChatRequest, 'tools' | 'toolChoice'> {
  tools: readonly ChatTool[]
  /** Requests whose tools are run; the one after them must answer with a text. */
  roundsMax?: number
}

interface ToolChatAnswer {
  text: string
  isCut: boolean
  usage: TokenUsage
  requests: number
}

const roundsMaxDefault = 5
const callsPerRoundMax = 10

/** Runs tools until it answers with a text. @throws AiError; the signal's reason */
export async function chatWithTools(
  ctx: CompanyContext,
  { tools, roundsMax = roundsMaxDefault, ...request }: ToolChatRequest,
): Promise<ToolChatAnswer> {
  const messages: ChatMessage[] = [...request.messages]
  const definitions = tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
  let usage: TokenUsage = { tokensIn: 0, tokensOut: 0 }
  let text = ''
  for (let requests = 1; ; requests++) {
    const isLast = requests > roundsMax
    const answer = await completeChat(ctx, {
      ...request,
      messages,
      tools: definitions,
      ...(isLast && { toolChoice: 'none' }),
    })
    usage = addUsage(usage, answer.usage)
    text = answer.text || text
    const calls = answer.toolCalls.slice(0, callsPerRoundMax)
    if (calls.length === 0 || isLast) return { text, isCut: answer.isCut, usage, requests }
    messages.push({ role: 'assistant', content: answer.text || null, tool_calls: calls })
    let hasEnded = false
    for (const call of calls) {
      const result = await runTool(tools, call)
      hasEnded ||= result.ends === true
      messages.push({ role: 'tool', tool_call_id: call.id, content: result.content })
    }
    if (hasEnded) return { text, isCut: answer.isCut, usage, requests }
  }
}

async function runTool(tools: readonly ChatTool[], { function: { name, arguments: given } }: WireToolCall) {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return { content: `Error: there is no tool named ${name.slice(0, 100)}` }
  return tool.run(readArguments(given))
}

function readArguments(text: string): JsonObject | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
