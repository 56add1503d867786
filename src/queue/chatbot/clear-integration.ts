import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { clearTargets } from './clear-targets'
import { queueRecords } from '../queue.record'
import { queueTable } from '../queue.tables'

export function clearIntegrationOfQueues(ctx: CompanyContext, integrationId: number) {
  const queues = queueRecords.list(ctx, eq(queueTable.integrationId, integrationId))
  clearTargets(ctx, 'optIntegrationId', integrationId)
  for (const { id } of queues) queueRecords.update(ctx, id, { integrationId: null })
}
