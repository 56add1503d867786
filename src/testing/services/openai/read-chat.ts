import type { ReceivedChat, ReceivedMessage } from './openai.types'

interface ChatError {
  error: string
  param: string
}

/** Checks a request to `/chat/completions` by the rules of the API's reference. */
export function readChat(body: Record<string, unknown>): ReceivedChat | ChatError {
  const { model, messages, tools = [], temperature } = body
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  if (typeof model !== 'string' || model === '') return wrong('you must provide a model parameter', 'model')
  if (!Array.isArray(messages) || messages.length === 0) return wrong('[] is too short', 'messages')
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)) {
    return wrong('Invalid value: expected a number from 0 to 2', 'temperature')
  }
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    return wrong('Invalid value: expected an integer of at least 1', 'max_completion_tokens')
  }
  if ('tool_choice' in body && (tools as unknown[]).length === 0) return wrong('tools are needed', 'tool_choice')
  const names = (tools as { type?: string; function?: { name?: string; parameters?: { type?: string } } }[]).map(
    (tool) =>
      tool.type === 'function' && tool.function?.parameters?.type === 'object' ? (tool.function.name ?? '') : '',
  )
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return wrong('Invalid tool', 'tools')
  const all = messages as ReceivedMessage[]
  const problem = checkMessages(all)
  if (problem) return wrong(problem, 'messages')
  const question = all.findLast(({ role }) => role === 'user')?.content ?? ''
  const isForbidden = body['tool_choice'] === 'none'
  return { model, messages: all, tools: isForbidden ? [] : names, question }
}

/** Checks that each tool call is answered directly after its message. */
function checkMessages(messages: readonly ReceivedMessage[]): string | undefined {
  let open: string[] = []
  for (const [index, { role, content, tool_calls: calls = [], tool_call_id: id = '' }] of messages.entries()) {
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `messages.${index}.role is invalid`
    const mayBeEmpty = role === 'assistant' && calls.length > 0
    if (typeof content !== 'string' && !mayBeEmpty) return `messages.${index}.content must be a string`
    if (role === 'tool') {
      if (!open.includes(id)) return 'A message with role tool must follow the call that it answers'
      open = open.filter((one) => one !== id)
    } else if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`
    else open = calls.map((call) => call.id)
  }
  return open.length > 0 ? `tool_call_ids did not have response messages: ${open.join(', ')}` : undefined
}

const wrong = (error: string, param: string): ChatError => ({ error, param })
