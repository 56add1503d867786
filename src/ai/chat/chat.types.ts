export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: readonly WireToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export interface WireToolCall {
  id: string
  type: 'function'
  /** JSON as the model wrote it, so it may be invalid. */
  function: { name: string; arguments: string }
}

export interface ToolDefinition {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: Readonly<Record<string, unknown>>
}

export interface TokenUsage {
  tokensIn: number
  tokensOut: number
}

export interface ChatAnswer {
  /** Empty when the model only calls tools. */
  text: string
  toolCalls: readonly WireToolCall[]
  /** The text ends at the token limit. */
  isCut: boolean
  /** Estimated when the provider reports none. */
  usage: TokenUsage
}
