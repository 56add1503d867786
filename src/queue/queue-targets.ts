import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { listQueueIdsLeadingTo, clearTargets } from './chatbot/clear-targets'
import { queueRecords } from './queue.record'
import { queueTable } from './queue.tables'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    queueTargets: {
      hasFileList(ctx: CompanyContext, id: number): boolean
      hasUser(ctx: CompanyContext, id: number): boolean
    }
  }
}

export function forgetFileListInQueues(ctx: CompanyContext, fileListId: number) {
  clearTargets(ctx, 'optFileId', fileListId)
  for (const { id } of queueRecords.list(ctx, eq(queueTable.fileListId, fileListId))) {
    queueRecords.update(ctx, id, { fileListId: null })
  }
}

export function listQueueNamesOfFileList(ctx: CompanyContext, fileListId: number): string[] {
  const byOption = listQueueIdsLeadingTo(ctx, 'optFileId', fileListId)
  const uses = queueRecords.list(ctx).filter((queue) => queue.fileListId === fileListId || byOption.has(queue.id))
  return uses.map(({ name }) => name)
}
