import type { ChatTool, ToolResult } from './chat-with-tools'

/** Characters. */
const reasonMax = 300

interface HandOverToolOptions {
  choices?: Readonly<Record<string, object>>
  note(reason: string, args: Readonly<Record<string, unknown>>): string | void
}

export function createHandOverTool({ choices = {}, note }: HandOverToolOptions): ChatTool {
  const reason = { type: 'string', description: 'What the customer wants, for the person who takes over.' }
  const properties = Object.assign({}, choices, { reason })
  return {
    name: 'transfer_to_queue',
    description:
      'Hands the conversation over to a person. Write a short farewell to the customer with the same answer.',
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    run(args = {}): ToolResult {
      const given = args['reason']
      const error = note(typeof given === 'string' ? given.trim().slice(0, reasonMax) : '', args)
      return error === undefined ? { content: 'The conversation was handed over.', ends: true } : { content: error }
    },
  }
}
