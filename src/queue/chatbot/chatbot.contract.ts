import * as v from 'valibot'
import { Flag, flagOr, IdOrNone, orMissing, textOrNone, choiceOr } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'
import { IdNumber, listUpTo } from '../../kernel/http/request-parts'
import { listOf, objectOf } from '../../kernel/untyped-json.contract'

/** `attendent` is the wire's spelling. */
export const chatbotKinds = ['text', 'attendent', 'queue', 'integration', 'file'] as const
export type ChatbotKind = (typeof chatbotKinds)[number]

export const chatbotDepthMax = 8
export const chatbotLevelMax = 30
export const chatbotsMax = 500

export const targetFieldOf = {
  attendent: 'optUserId',
  queue: 'optQueueId',
  integration: 'optIntegrationId',
  file: 'optFileId',
} as const satisfies Partial<Record<ChatbotKind, string>>

/** Kinds that keep the contact in the menu, so that they can have suboptions and may close the ticket. */
export function staysInMenu(kind: ChatbotKind): kind is 'text' | 'file' {
  return kind === 'text' || kind === 'file'
}

const fields = {
  name: nameText(4, 100),
  greetingMessage: v.optional(textOrNone(4096), ''),
  queueType: choiceOr(chatbotKinds, 'text'),
  closeTicket: flagOr(false),
  optQueueId: v.optional(IdOrNone, null),
  optUserId: v.optional(IdOrNone, null),
  optIntegrationId: v.optional(IdOrNone, null),
  optFileId: v.optional(IdOrNone, null),
  /** False removes the mark of a deleted target. */
  lostTarget: v.optional(orMissing(Flag)),
}

export interface ChatbotBody extends v.InferOutput<v.ObjectSchema<typeof fields, undefined>> {
  id: number | null
  options: ChatbotBody[]
}
export interface ChatbotInput extends v.InferInput<v.ObjectSchema<typeof fields, undefined>> {
  id?: number | null
  options?: ChatbotInput[] | null | undefined
}

export const ChatbotOption: v.GenericSchema<ChatbotInput, ChatbotBody> = v.object({
  id: v.optional(IdOrNone, null),
  ...fields,
  options: v.nullish(
    listUpTo(
      v.lazy(() => ChatbotOption),
      chatbotLevelMax,
    ),
    [],
  ),
})

/** Number and depth first: each invalid option creates several issues. */
export const ChatbotTree = v.pipe(
  v.unknown(),
  v.check((given) => sizeOf(given).depth <= chatbotDepthMax, 'tooDeep'),
  v.check((given) => sizeOf(given).count <= chatbotsMax, 'tooMany'),
  listUpTo(ChatbotOption, chatbotLevelMax),
) as v.GenericSchema<ChatbotInput[], ChatbotBody[]>

function sizeOf(given: unknown) {
  let [depth, count] = [0, 0]
  let level = listOf(given)
  while (level.length > 0 && depth <= chatbotDepthMax && count <= chatbotsMax) {
    depth++
    count += level.length
    level = level.flatMap((option) => listOf(objectOf(option)['options']))
  }
  return { depth, count }
}

/** POST /chatbot: at the end of a queue's first level, or of the level below the option `chatbotId`. */
export const NewChatbotBody = v.object({
  ...fields,
  options: v.nullish(ChatbotTree, []),
  queueId: v.optional(orMissing(IdNumber)),
  chatbotId: v.optional(orMissing(IdNumber)),
})
export type NewChatbotBody = v.InferOutput<typeof NewChatbotBody>

/** PUT /chatbot/{id}: omitted fields stay unchanged. Given options replace those below it. */
export const UpdateChatbotBody = v.partial(v.object({ ...fields, options: v.nullish(ChatbotTree) }))
export type UpdateChatbotBody = v.InferOutput<typeof UpdateChatbotBody>

export function chatbotErrors(tree: readonly ChatbotInput[], path = 'chatbots'): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [index, option] of tree.entries()) {
    const { queueType = 'text', closeTicket, greetingMessage } = option
    const options = option.options ?? []
    const at = `${path}.${index}`
    const target = queueType === 'text' ? undefined : targetFieldOf[queueType]
    if (target && !option[target]) errors[`${at}.${target}`] = 'required'
    if (options.length > 0 && !greetingMessage?.trim()) errors[`${at}.greetingMessage`] = 'required'
    if (options.length > 0 && (!staysInMenu(queueType) || closeTicket)) errors[`${at}.queueType`] = 'noOptionsBelow'
    if (closeTicket && !staysInMenu(queueType)) errors[`${at}.closeTicket`] = 'closesInstead'
    Object.assign(errors, chatbotErrors(options, `${at}.options`))
  }
  return errors
}

export function countChatbots(tree: readonly ChatbotInput[]): number {
  return tree.reduce((sum, { options }) => sum + 1 + countChatbots(options ?? []), 0)
}
