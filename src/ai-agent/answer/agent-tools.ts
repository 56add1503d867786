import type { ChatTool } from '../../ai/chat/chat-with-tools'
import { createHandOverTool } from '../../ai/chat/hand-over-tool'
import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia, type Media } from '../../kernel/file/media-store'
import { findQueue } from '../../queue/queue.queries'
import { findTag } from '../../tag/tag.queries'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { Agent } from '../agent/agent.record'
import { findItem } from '../agent/item.records'
import { hasProductFiles, listFiles } from '../agent/product-files'

export interface AgentActions {
  tagIds: number[]
  mediaIds: number[]
  transfer: { queueId: number | null; reason: string } | undefined
  ends: boolean
}

const filesMax = 5

export const noActions = (): AgentActions => ({ tagIds: [], mediaIds: [], transfer: undefined, ends: false })

/** They record actions. Ids are checked; a wrong one is reported to the model. */
export function agentTools(
  ctx: CompanyContext,
  agent: Agent,
  { channel }: Pick<TicketRow, 'channel'>,
  actions: AgentActions,
): ChatTool[] {
  const tools = [
    transferTool(ctx, agent, actions),
    tagTool(ctx, agent, actions),
    fileTool(ctx, agent, channel, actions),
    endTool(actions),
  ]
  return tools.filter((tool) => tool !== undefined)
}

function transferTool(ctx: CompanyContext, { queueIds }: Agent, actions: AgentActions): ChatTool {
  const queues = queueIds.flatMap((id) => findQueue(ctx, id) ?? [])
  const names = queues.map(({ id, name }) => `${id} (${name})`).join(', ')
  const queueId = { type: 'integer', enum: queues.map(({ id }) => id), description: `The department: ${names}` }
  return createHandOverTool({
    choices: queues.length > 0 ? { queueId } : {},
    note(reason, args) {
      const chosen = queues.find(({ id }) => id === Number(args['queueId']))
      if (queues.length > 0 && !chosen) return `Error: queueId must be one of ${names}`
      actions.transfer = { queueId: chosen?.id ?? null, reason }
    },
  })
}

function tagTool(ctx: CompanyContext, { tagIds }: Agent, actions: AgentActions): ChatTool | undefined {
  const tags = tagIds.flatMap((id) => findTag(ctx, id) ?? [])
  if (tags.length === 0) return undefined
  const names = tags.map(({ id, name }) => `${id} (${name})`).join(', ')
  return {
    name: 'add_tag',
    description: 'Marks the customer with a tag, for the team. The customer does not see it.',
    parameters: {
      type: 'object',
      properties: { tagId: { type: 'integer', enum: tags.map(({ id }) => id), description: `The tag: ${names}` } },
      required: ['tagId'],
      additionalProperties: false,
    },
    run(args) {
      const tag = tags.find(({ id }) => id === Number(args?.['tagId']))
      if (!tag) return { content: `Error: tagId must be one of ${names}` }
      if (!actions.tagIds.includes(tag.id)) actions.tagIds.push(tag.id)
      return { content: 'The tag was added.' }
    },
  }
}

function fileTool(
  ctx: CompanyContext,
  agent: Agent,
  channel: TicketRow['channel'],
  actions: AgentActions,
): ChatTool | undefined {
  if (!hasProductFiles(ctx, agent.id)) return undefined
  return {
    name: 'send_product_file',
    description: 'Sends the pictures, audio or documents of a product to the customer, after the text of your answer.',
    parameters: {
      type: 'object',
      properties: { productId: { type: 'integer', description: 'As given with the product.' } },
      required: ['productId'],
      additionalProperties: false,
    },
    run(args) {
      const item = findItem(ctx, Number(args?.['productId']) || 0)
      if (item?.agentId !== agent.id || item.kind !== 'product') return { content: 'Error: there is no such product' }
      const files = mediaOf(ctx, item.id)
      if (files.length === 0) return { content: 'Error: this product has no files' }
      const small = files.filter(({ size }) => size <= channelRules[channel].fileBytesMax)
      if (small.length === 0) return { content: 'Error: the files are too large to be sent here' }
      for (const { id } of small) {
        if (actions.mediaIds.length < filesMax && !actions.mediaIds.includes(id)) actions.mediaIds.push(id)
      }
      return { content: 'The files are sent after your answer.' }
    },
  }
}

function endTool(actions: AgentActions): ChatTool {
  return {
    name: 'end_conversation',
    description: 'Ends the conversation. Write a short farewell with the same answer.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    run() {
      actions.ends = true
      return { content: 'The conversation was ended.', ends: true }
    },
  }
}

function mediaOf(ctx: CompanyContext, itemId: number): Media[] {
  return (listFiles(ctx, [itemId]).get(itemId) ?? []).flatMap(({ mediaId }) => findMedia(ctx, mediaId) ?? [])
}
