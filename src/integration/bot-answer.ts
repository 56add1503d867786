import type { QueueId, TagId, UserId } from '../kernel/ids'
import type { IntegrationError } from './integration-error'
import type { TypebotSession } from './typebot/typebot-session'

interface TextReply {
  text: string
  delayMs?: number
}

export interface FileReply {
  url: string
  caption: string
  isVoice?: boolean
  delayMs?: number
}

export type BotReply = TextReply | FileReply

export interface BotActions {
  queueId?: QueueId
  userId?: UserId
  closeTicket?: boolean
  tagIds?: readonly TagId[]
  variables?: Readonly<Record<string, string>>
}

export interface BotAnswer {
  replies: readonly BotReply[]
  actions: BotActions
  /** The ticket waits for an agent. */
  ends: boolean
  session?: TypebotSession
  problems: readonly IntegrationError[]
}

export const noAnswer: BotAnswer = { replies: [], actions: {}, ends: false, problems: [] }
