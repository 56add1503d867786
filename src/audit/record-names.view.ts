import { eq } from 'drizzle-orm'
import { promptTable } from '../ai/prompt/prompt.record'
import { agentTable, aiModelTable, aiProviderTable } from '../ai-agent/ai-agent.tables'
import { connectionTable } from '../connection/connection.tables'
import { fileListTable } from '../file-list/file-list.record'
import { flowTable } from '../flow/flow.tables'
import { integrationTable } from '../integration/integration.tables'
import type { AuditChange } from '../kernel/audit/audit.contract'
import type { CompanyContext } from '../kernel/company/company-context'
import { queueTable } from '../queue/queue.tables'
import { tagTable } from '../tag/tag.tables'
import { userTable } from '../user/user.tables'

/** Whose ids the fields of entries keep. */
const tables = {
  agentId: agentTable,
  aiModelId: aiModelTable,
  aiProviderId: aiProviderTable,
  connectionId: connectionTable,
  connectionIdRemarketing: connectionTable,
  fileListId: fileListTable,
  flowId: flowTable,
  flowIdNotPhrase: flowTable,
  flowIdWelcome: flowTable,
  integrationId: integrationTable,
  nextLaneId: tagTable,
  promptId: promptTable,
  queueId: queueTable,
  queueIdImportMessages: queueTable,
  rollbackLaneId: tagTable,
  sendIdQueue: queueTable,
  tagIdAfterRemarketing: tagTable,
  userId: userTable,
}

/** Replaces ids by the names that the records have now, or by `#4` for one that is gone. */
export function recordNames(ctx: CompanyContext) {
  const known = new Map<string, string>()

  function nameOf(field: keyof typeof tables, id: number) {
    const key = `${field}.${id}`
    const found = known.get(key)
    if (found !== undefined) return found
    const table = tables[field]
    const row = ctx.db.select({ name: table.name }).from(table).where(eq(table.id, id)).get()
    const name = row?.name || `#${id}`
    known.set(key, name)
    return name
  }

  return (changes: readonly AuditChange[]): AuditChange[] =>
    changes.map(({ field, ...values }) => {
      if (!isNamed(field)) return { field, ...values }
      const named = Object.entries(values).map(([side, value]) => [
        side,
        typeof value === 'number' && value > 0 ? nameOf(field, value) : null,
      ])
      return { field, ...Object.fromEntries(named) }
    })
}

const isNamed = (field: string): field is keyof typeof tables => Object.hasOwn(tables, field)
