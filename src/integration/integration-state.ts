import type { TurnState } from '../bot/bot'
import type { BotState } from '../ticket/bot-state.contract'
import type { TypebotSession } from './typebot/typebot-session'

declare module '../ticket/bot-state.contract' {
  interface BotStates {
    integration: TurnState & {
      integrationId: number
      /** Handed over or failed: the ticket waits for an agent, and no other bot starts on it. */
      isEnded?: true
      restarts?: boolean
      /** The queue has just passed the conversation on, so that the first call announces it. */
      opens?: true
      session?: TypebotSession
      /** Variables that the bot asked to keep. */
      variables?: Readonly<Record<string, string>>
    }
  }
}

export type IntegrationState = BotState<'integration'>
