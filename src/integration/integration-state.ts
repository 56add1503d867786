import type { TurnState } from '../bot/bot'
import type { BotState } from '../ticket/bot-state'

export const integrationKind = 'integration'

/** The ticket's bot state while an integration owns it. */
export interface IntegrationState extends TurnState {
  kind: typeof integrationKind
  integrationId: number
  /** Handed over or failed: the ticket waits for an agent, and no other bot starts on it. */
  isEnded?: true
  restarts?: boolean
  /** The provider's session. */
  session?: unknown
  /** Variables that the bot asked to keep. */
  variables?: Readonly<Record<string, string>>
}

export function readIntegrationState(automation: BotState | null): IntegrationState | undefined {
  return automation?.kind === integrationKind ? (automation as IntegrationState) : undefined
}
