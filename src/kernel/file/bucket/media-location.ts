import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, max, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { inBatches } from '../../company/batches'
import type { CompanyContext } from '../../company/company-context'
import { total } from '../../database/expressions'
import { statement } from '../../database/statement'
import { enqueueJob } from '../../job/jobs'
import { mediaInFolderTable, mediaRemovalTable, mediaTable, mediaUploadTable } from '../media.tables'

declare module '../../job/jobs' {
  interface JobPayloads {
    'media.upload': object
    'media.remove': object
  }
}

const { id, key, kind, objectKey, size } = mediaTable
const first = alias(mediaTable, 'first')

const idsAtOnce = 2_000

/** Read by this machine within a day, then deleted. Nodes have it in the bucket, too, because another one may go on reading it. */
export const staysInFolder = 'contact-import'

const statements = {
  isInFolder: statement((db) => db.select().from(mediaInFolderTable)),
  waits: statement((db, of: { id: number }) =>
    db.select().from(mediaUploadTable).where(eq(mediaUploadTable.id, of.id)),
  ),
  // Messages of today leave before files of a former year.
  waiting: statement((db, of: { before: number; limit: number }) =>
    db
      .select({ id: mediaUploadTable.id })
      .from(mediaUploadTable)
      .where(lt(mediaUploadTable.id, of.before))
      .orderBy(desc(mediaUploadTable.id))
      .limit(of.limit),
  ),
  wait: statement((db, of: { id: number }) => db.insert(mediaUploadTable).values({ id: of.id }).onConflictDoNothing()),
  stopWaiting: statement((db, of: { id: number }) => db.delete(mediaUploadTable).where(eq(mediaUploadTable.id, of.id))),
  setObject: statement((db, of: { id: number; objectKey: string | null }) =>
    db.update(mediaTable).set({ objectKey: of.objectKey }).where(eq(id, of.id)),
  ),
  reference: statement((db, of: { objectKey: string }) =>
    db.select({ id }).from(mediaTable).where(eq(objectKey, of.objectKey)).limit(1),
  ),
  named: statement((db, of: { key: string }) =>
    db
      .select({ id })
      .from(mediaTable)
      .where(or(eq(objectKey, of.key), eq(key, of.key)))
      .limit(1),
  ),
  remove: statement((db, of: { objectKey: string }) =>
    db.insert(mediaRemovalTable).values({ objectKey: of.objectKey }).onConflictDoNothing(),
  ),
  keep: statement((db, of: { objectKey: string }) =>
    db.delete(mediaRemovalTable).where(eq(mediaRemovalTable.objectKey, of.objectKey)),
  ),
  isRemoved: statement((db, of: { objectKey: string }) =>
    db.select().from(mediaRemovalTable).where(eq(mediaRemovalTable.objectKey, of.objectKey)),
  ),
  removals: statement((db, of: { limit: number }) =>
    db.select().from(mediaRemovalTable).orderBy(asc(mediaRemovalTable.objectKey)).limit(of.limit),
  ),
  lastId: statement((db) => db.select({ id: max(id) }).from(mediaTable)),
  // Copies share an object, which is counted with the first of them.
  bytes: statement((db, of: { after: number; end: number }) =>
    db
      .select({ bytes: total(size) })
      .from(mediaTable)
      .where(
        and(
          sql`${id} > ${of.after} AND ${id} <= ${of.end}`,
          isNotNull(objectKey),
          notExists(
            db
              .select({ id: first.id })
              .from(first)
              .where(and(eq(first.objectKey, objectKey), sql`${first.id} < ${id}`)),
          ),
        ),
      ),
  ),
  stayInFolder: statement((db) => db.insert(mediaInFolderTable).values({ only: 1 }).onConflictDoNothing()),
  leaveFolder: statement((db) => db.delete(mediaInFolderTable)),
  uploads: statement((db) => db.select({ n: count() }).from(mediaUploadTable)),
  forgetUploads: statement((db) => db.delete(mediaUploadTable)),
  inBucket: statement((db, of: { after: number; limit: number }) =>
    db
      .select({ id })
      .from(mediaTable)
      .where(and(gt(id, of.after), isNotNull(objectKey)))
      .orderBy(id)
      .limit(of.limit),
  ),
  countInBucket: statement((db) =>
    db
      .select({ files: count(), bytes: total(size) })
      .from(mediaTable)
      .where(isNotNull(objectKey)),
  ),
  countInFolder: statement((db) =>
    db
      .select({ files: count(), bytes: total(size) })
      .from(mediaTable)
      .where(and(isNull(objectKey), ne(kind, staysInFolder))),
  ),
  inFolder: statement((db, of: { after: number; end: number }) =>
    db
      .select({ id })
      .from(mediaTable)
      .where(and(sql`${id} > ${of.after} AND ${id} <= ${of.end}`, isNull(objectKey), ne(kind, staysInFolder))),
  ),
}

export const usesBucket = (ctx: CompanyContext) =>
  ctx.company.services.mediaBucket !== undefined && statements.isInFolder.get(ctx) === undefined

/** In the transaction that records the file. */
export function noteNewFile(ctx: CompanyContext, media: { id: number; kind: string; objectKey: string | null }) {
  if (media.objectKey !== null) statements.keep.run(ctx, { objectKey: media.objectKey })
  else if ((media.kind !== staysInFolder || ctx.company.gate) && usesBucket(ctx)) addUpload(ctx, media.id)
}

export function addUpload(ctx: CompanyContext, mediaId: number) {
  statements.wait.run(ctx, { id: mediaId })
  uploadSoon(ctx)
}

export function uploadSoon(ctx: CompanyContext) {
  enqueueJob(ctx, 'media.upload', {}, { dedupeKey: 'media.upload' })
}

export function resumeBucketJobs(ctx: CompanyContext) {
  ctx.transaction(() => {
    if (listUploads(ctx, Number.MAX_SAFE_INTEGER, 1).length > 0) uploadSoon(ctx)
    if (listRemovals(ctx, 1).length > 0) removeSoon(ctx)
  })
}

export const waitsForUpload = (ctx: CompanyContext, mediaId: number) =>
  statements.waits.get(ctx, { id: mediaId }) !== undefined
export const listUploads = (ctx: CompanyContext, before: number, limit: number) =>
  statements.waiting.all(ctx, { before, limit }).map((row) => row.id)
export const forgetUpload = (ctx: CompanyContext, mediaId: number) =>
  void statements.stopWaiting.run(ctx, { id: mediaId })

export function setObject(ctx: CompanyContext, mediaId: number, objectKey: string | null) {
  statements.setObject.run(ctx, { id: mediaId, objectKey })
  forgetUpload(ctx, mediaId)
}

/** Returns whether no file needs it any more. In the transaction that changed the last one. */
export function removeUnused(ctx: CompanyContext, objectKey: string): boolean {
  if (isUsed(ctx, objectKey)) return false
  statements.remove.run(ctx, { objectKey })
  removeSoon(ctx)
  return true
}

function removeSoon(ctx: CompanyContext) {
  enqueueJob(ctx, 'media.remove', {}, { dedupeKey: 'media.remove' })
}

export async function measureBucket(ctx: CompanyContext): Promise<number> {
  const lastId = statements.lastId.get(ctx)?.id ?? 0
  let bytes = 0
  await inBatches<number>(ctx, {
    next: (after = 0) => (after < lastId ? [after + idsAtOnce] : []),
    work: (end) => void (bytes += statements.bytes.get(ctx, { after: end - idsAtOnce, end })?.bytes ?? 0),
  })
  return bytes
}

export const isUsed = (ctx: CompanyContext, objectKey: string) =>
  statements.reference.get(ctx, { objectKey }) !== undefined
/** Also by a file that is being copied there. */
export const isNamed = (ctx: CompanyContext, objectKey: string) =>
  statements.named.get(ctx, { key: objectKey }) !== undefined
export const isBeingRemoved = (ctx: CompanyContext, objectKey: string) =>
  statements.isRemoved.get(ctx, { objectKey }) !== undefined
export const listRemovals = (ctx: CompanyContext, limit: number) =>
  statements.removals.all(ctx, { limit }).map(({ objectKey }) => objectKey)
export const forgetRemoval = (ctx: CompanyContext, objectKey: string) => void statements.keep.run(ctx, { objectKey })

export const countPlaces = (ctx: CompanyContext) => ({
  bucket: statements.countInBucket.get(ctx) ?? { files: 0, bytes: 0 },
  folder: statements.countInFolder.get(ctx) ?? { files: 0, bytes: 0 },
})
export const countUploads = (ctx: CompanyContext) => statements.uploads.get(ctx)?.n ?? 0
export const listInBucket = (ctx: CompanyContext, after: number, limit: number) =>
  statements.inBucket.all(ctx, { after, limit }).map((row) => row.id)

/** Lists every file of the folder for the bucket, also those that come. */
export async function useBucket(ctx: CompanyContext) {
  statements.leaveFolder.run(ctx)
  const lastId = statements.lastId.get(ctx)?.id ?? 0
  await inBatches<number>(ctx, {
    next: (after = 0) => (after < lastId ? [after + idsAtOnce] : []),
    work(end) {
      for (const row of statements.inFolder.all(ctx, { after: end - idsAtOnce, end })) statements.wait.run(ctx, row)
      uploadSoon(ctx)
    },
  })
}

export function useFolder(ctx: CompanyContext) {
  ctx.transaction(() => {
    statements.stayInFolder.run(ctx)
    statements.forgetUploads.run(ctx)
  })
}
