export interface OpenAiCall {
  /** `POST /v1/chat/completions`. */
  line: string
  key: string
  /** JSON, or the fields of a form with the bytes of its file. */
  body: Record<string, unknown>
}

export interface ReceivedMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export interface ReceivedChat {
  model: string
  messages: ReceivedMessage[]
  tools: string[]
  /** Of the last message of the user. */
  question: string
}

/** What the model answers: a text, or calls of tools with their arguments, as JSON or as any text. */
export type ModelAnswer =
  string | { text?: string; calls: readonly { name: string; arguments: Record<string, unknown> | string }[] }

export type Model = (chat: ReceivedChat) => ModelAnswer

/** Injected failures, all off by default. */
export interface OpenAiFailures {
  /** Answers every request with this status and the error code below. */
  status: number
  code: string
  /** How many requests fail with `status`; later ones succeed. */
  times: number
  delayMs: number
  silent: boolean
  /** Request parameters that the model refuses with 400. */
  refusedParameters: string[]
  /** Ends the text after so many characters, as at the token limit; 0 for never. */
  cutAt: number
  empty: boolean
  nonsense: boolean
  omitUsage: boolean
}
