import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse, required } from '../../kernel/errors'
import type { QueueId } from '../../kernel/ids'
import type { ChatbotView } from './chatbot.calls'
import { type ChatbotBody, ChatbotTree, type NewChatbotBody, type UpdateChatbotBody } from './chatbot.contract'
import { findChatbotOption, getChatbotTree } from './chatbot.queries'
import { updateQueue } from '../queue.commands'
import type { WholeQueueView } from '../queue.record'
import { getQueue } from '../queue.queries'

export function getChatbot(ctx: CompanyContext, id: number) {
  const { queueId } = required(findChatbotOption(ctx, id), 'ERR_NO_CHATBOT_FOUND')
  const { level, index } = positionOf(getChatbotTree(ctx, queueId), id)
  return { ...required(level[index], 'ERR_NO_CHATBOT_FOUND'), queueId }
}

export function createChatbot(ctx: CompanyContext, { queueId: asked, chatbotId, ...option }: NewChatbotBody) {
  return ctx.transaction(() => {
    const parentId = chatbotId ?? null
    const parent = parentId === null ? undefined : required(findChatbotOption(ctx, parentId), 'ERR_NO_CHATBOT_FOUND')
    const queueId = parent?.queueId ?? asked
    if (queueId === undefined) return refuse('ERR_INVALID_INPUT', { fields: { queueId: 'required' } })
    getQueue(ctx, queueId)
    const tree: Option[] = getChatbotTree(ctx, queueId)
    levelBelow(tree, parentId).push({ ...option, id: null })
    const { chatbots } = saveTree(ctx, queueId, tree)
    return { ...required(levelBelow(chatbots, parentId).at(-1), 'ERR_NO_CHATBOT_FOUND'), queueId }
  })
}

export function updateChatbot(ctx: CompanyContext, id: number, body: UpdateChatbotBody) {
  return ctx.transaction(() => {
    const { queueId } = required(findChatbotOption(ctx, id), 'ERR_NO_CHATBOT_FOUND')
    const tree = getChatbotTree(ctx, queueId)
    const { level, index } = positionOf(tree, id)
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    level[index] = { ...level[index], ...given } as ChatbotView
    saveTree(ctx, queueId, tree)
    return getChatbot(ctx, id)
  })
}

export function deleteChatbot(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const { queueId } = required(findChatbotOption(ctx, id), 'ERR_NO_CHATBOT_FOUND')
    const tree = getChatbotTree(ctx, queueId)
    const { level, index } = positionOf(tree, id)
    level.splice(index, 1)
    saveTree(ctx, queueId, tree)
  })
}

function saveTree(ctx: CompanyContext, queueId: QueueId, tree: readonly Option[]): WholeQueueView {
  const checked = v.safeParse(ChatbotTree, tree)
  if (checked.success) return updateQueue(ctx, queueId, { chatbots: checked.output })
  const path = v.getDotPath(checked.issues[0])
  const field = path === null ? 'chatbots' : `chatbots.${path}`
  return refuse('ERR_INVALID_INPUT', { fields: { [field]: checked.issues[0].message } })
}

type Option = ChatbotView | ChatbotBody

/** @throws Refusal ERR_NO_CHATBOT_FOUND */
function levelBelow<Each extends Option>(tree: Each[], parentId: number | null): Each[] {
  if (parentId === null) return tree
  const { level, index } = positionOf(tree, parentId)
  return required(level[index], 'ERR_NO_CHATBOT_FOUND').options as Each[]
}

/** @throws Refusal ERR_NO_CHATBOT_FOUND */
function positionOf<Each extends Option>(tree: Each[], id: number) {
  return required(findPosition(tree, id), 'ERR_NO_CHATBOT_FOUND')
}

function findPosition<Each extends Option>(level: Each[], id: number): { level: Each[]; index: number } | undefined {
  const index = level.findIndex((option) => option.id === id)
  if (index !== -1) return { level, index }
  for (const { options } of level) {
    const found = findPosition(options as Each[], id)
    if (found) return found
  }
  return undefined
}
