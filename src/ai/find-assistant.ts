import { findConnection, optionsOf } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company-context'
import { eq } from 'drizzle-orm'
import { promptTable } from './ai.tables'
import { findPrompt, type Prompt, promptRecords } from './prompt.records'

/** Returns the prompt that assists the team: the connection's, if it does, else the first by name. */
export function findAssistant(ctx: CompanyContext, connectionId: number | null): Prompt | undefined {
  if (!ctx.plan.useOpenAi) return undefined
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const own = connection && findPrompt(ctx, optionsOf(connection).promptId ?? 0)
  if (own?.assistsTeam) return own
  return promptRecords.list(ctx, eq(promptTable.assistsTeam, true))[0]
}
