import { asc, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { deleteMedia, findMedia, mediaUrl, recordFile, type StagedFile } from '../../kernel/file/media-store'
import { agentFileTable, agentItemTable } from '../ai-agent.tables'
import type { ProductFileView } from './item.calls'

export type AgentFile = typeof agentFileTable.$inferSelect

export function listFiles({ db }: CompanyContext, itemIds: readonly number[]): Map<number, AgentFile[]> {
  const files = new Map<number, AgentFile[]>()
  for (let at = 0; at < itemIds.length; at += 500) {
    const some = inArray(agentFileTable.itemId, itemIds.slice(at, at + 500))
    const rows = db
      .select()
      .from(agentFileTable)
      .where(some)
      .orderBy(asc(agentFileTable.position), asc(agentFileTable.id))
    for (const row of rows.all()) files.set(row.itemId, [...(files.get(row.itemId) ?? []), row])
  }
  return files
}

export function addFile(ctx: CompanyContext, itemId: number, position: number, staged: StagedFile): AgentFile {
  const media = recordFile(ctx, staged, 'agent', itemId)
  const textState = staged.type === 'application/pdf' ? ('waiting' as const) : ('none' as const)
  return ctx.db.insert(agentFileTable).values({ itemId, mediaId: media.id, position, textState }).returning().get()
}

export function deleteFile(ctx: CompanyContext, { id, mediaId }: AgentFile) {
  ctx.db.delete(agentFileTable).where(eq(agentFileTable.id, id)).run()
  deleteMedia(ctx, mediaId)
}

export function deleteFilesOfAgent(ctx: CompanyContext, agentId: number) {
  const items = ctx.db.select({ id: agentItemTable.id }).from(agentItemTable).where(eq(agentItemTable.agentId, agentId))
  const files = ctx.db.select().from(agentFileTable).where(inArray(agentFileTable.itemId, items)).all()
  for (const file of files) deleteFile(ctx, file)
}

export function presentFiles(ctx: CompanyContext, files: readonly AgentFile[]): ProductFileView[] {
  return files.flatMap(({ id, mediaId, textState }) => {
    const media = findMedia(ctx, mediaId)
    if (!media) return []
    const { name, type, size, key } = media
    return [{ id, name, type, size, url: mediaUrl(key), text: textState }]
  })
}

export function hasProductFiles({ db }: CompanyContext, agentId: number): boolean {
  const own = eq(agentItemTable.agentId, agentId)
  const joined = eq(agentItemTable.id, agentFileTable.itemId)
  const row = db.select({ id: agentFileTable.id }).from(agentFileTable).innerJoin(agentItemTable, joined).where(own)
  return row.limit(1).get() !== undefined
}
