import type { TurnState } from '../bot/bot'
import type { BotState } from '../ticket/bot-state.contract'
import type { TypebotSession } from './typebot/typebot-session'

declare module '../ticket/bot-state.contract' {
  interface BotStates {
    integration: TurnState & {
      integrationId: number
      /** The ticket waits for an agent. */
      isEnded?: true
      restarts?: boolean
      /** The first call announces it. */
      opens?: true
      session?: TypebotSession
      /** The bot asked to keep them. */
      variables?: Readonly<Record<string, string>>
    }
  }
}

export type IntegrationState = BotState<'integration'>
