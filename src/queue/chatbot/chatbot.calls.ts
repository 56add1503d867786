import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { chatbotKinds, NewChatbotBody, UpdateChatbotBody } from './chatbot.contract'

const entries = {
  id: v.number(),
  name: v.string(),
  greetingMessage: v.string(),
  queueType: v.picklist(chatbotKinds),
  closeTicket: v.boolean(),
  optQueueId: v.nullable(v.number()),
  optUserId: v.nullable(v.number()),
  optIntegrationId: v.nullable(v.number()),
  optFileId: v.nullable(v.number()),
  lostTarget: v.boolean(),
}

export interface ChatbotView extends v.InferOutput<v.ObjectSchema<typeof entries, undefined>> {
  options: ChatbotView[]
}
export const ChatbotView: v.GenericSchema<ChatbotView> = v.object({
  ...entries,
  options: v.array(v.lazy(() => ChatbotView)),
})

const OneChatbot = v.object({ ...entries, queueId: v.number(), options: v.array(ChatbotView) })

export const chatbotBytesMax = 4 * 1024 * 1024
const limits = { jsonBytesMax: chatbotBytesMax }

export const chatbotCalls = defineCalls({
  'GET /chatbot/:id': { params: IdParams, answer: OneChatbot },
  'POST /chatbot': { body: NewChatbotBody, limits, answer: OneChatbot },
  'PUT /chatbot/:id': { params: IdParams, body: UpdateChatbotBody, limits, answer: OneChatbot },
  'DELETE /chatbot/:id': { params: IdParams, answer: Done },
})
