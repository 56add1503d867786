import type { TurnState } from '../bot/bot'
import type { BotState } from '../ticket/bot-state'

export const integrationKind = 'integration'

/** The ticket's bot state while an integration owns it. */
export interface IntegrationState extends TurnState {
  kind: typeof integrationKind
  integrationId: number
  /** It has handed over or failed: the ticket waits for an agent, and no other bot starts on it. */
  isEnded?: true
  /** The session is to begin anew. */
  restarts?: boolean
  /** The provider's session. */
  session?: unknown
  /** What the bot has asked to remember. */
  variables?: Readonly<Record<string, string>>
}

export function readIntegrationState(automation: BotState | null): IntegrationState | undefined {
  return automation?.kind === integrationKind ? (automation as IntegrationState) : undefined
}
