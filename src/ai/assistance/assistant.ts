import { eq } from 'drizzle-orm'
import { findConnection, optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { composeInstructions } from '../../message/compose/compose-messages'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { UsageOwner } from '../ai-usage'
import { type ModelSettings, settingsOf } from '../chat/ask-model'
import { findPrompt, type Prompt, promptRecords, promptTable } from '../prompt/prompt.record'

export interface Assistant {
  owner: UsageOwner
  instructions(ctx: CompanyContext, ticket: TicketRow, question: string): string
  /** @throws AiError keyRefused for an unreadable key, modelNotFound */
  settings(ctx: CompanyContext): ModelSettings
  /** @throws AiError modelNotFound */
  transcriptionModel(ctx: CompanyContext): string
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    agentAssistant: (ctx: CompanyContext, connectionId: number | null) => Assistant | undefined
  }
}

/** The connection's prompt, else the first by name, else an agent or provider. */
export function findAssistant(ctx: CompanyContext, connectionId: number | null): Assistant | undefined {
  if (!ctx.plan.useOpenAi) return undefined
  const prompt = findAssistingPrompt(ctx, connectionId)
  return prompt ? assistantOf(prompt) : ctx.company.services.ports.agentAssistant(ctx, connectionId)
}

/** Switched on for the team: only such a one works unasked. */
export function findAssistingPrompt(ctx: CompanyContext, connectionId: number | null): Prompt | undefined {
  if (!ctx.plan.useOpenAi) return undefined
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const own = connection && findPrompt(ctx, optionsOf(connection).promptId ?? 0)
  if (own?.assistsTeam) return own
  return promptRecords.list(ctx, eq(promptTable.assistsTeam, true))[0]
}

function assistantOf(prompt: Prompt): Assistant {
  return {
    owner: { kind: 'prompt', id: prompt.id },
    instructions: (ctx, ticket) => composeInstructions(ctx, prompt.prompt, ticket.id),
    settings: (ctx) => settingsOf(ctx, prompt),
    transcriptionModel: (ctx) => ctx.company.services.ai.transcriptionModel,
  }
}
