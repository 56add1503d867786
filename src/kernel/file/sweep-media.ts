import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inBatches, nextTurn } from '../company/batches'
import { createContext, type CompanyContext } from '../company/company-context'
import type { CompanyHandle } from '../company/company-files'
import { deleteMedia, discardFile, findMediaByKey, mediaPath } from './media-store'
import { dropUploadedFile } from './bucket/upload-media'
import { sweepBucket } from './bucket/sweep-bucket'
import { dayMs } from '../time/durations.contract'
import { isUnowned, listUnused } from './unused-media'

/** Longer than any work that stores a file first and the record that names it later. */
const keptDays = 7
const deletedMax = 5000
const recordsAtOnce = 100
const namesAtOnce = 200

const monthFolder = /^\d{4}-\d{2}$/
const storedName = /^\d{4}-\d{2}-[\w-]{24}(?:\.[a-z0-9]{0,10})?$/

/** Deletes records of files without an owner and files without a record, also of the bucket. Returns their numbers. */
export async function sweepMedia(company: CompanyHandle) {
  const ctx = createContext(company)
  const before = new Date(ctx.now.getTime() - keptDays * dayMs)
  const records = await sweepRecords(ctx, before)
  return { records, files: (await sweepFiles(ctx, before)) + (await sweepBucket(ctx, before)) }
}

async function sweepRecords(ctx: CompanyContext, before: Date): Promise<number> {
  const unused = await listUnused(ctx, before, deletedMax)
  let deleted = 0
  await inBatches<number>(ctx, {
    next: (_, done) => unused.slice(done, done + recordsAtOnce),
    work(id) {
      if (!isUnowned(ctx, id, before)) return
      deleteMedia(ctx, id)
      deleted++
    },
  })
  return deleted
}

async function sweepFiles(ctx: CompanyContext, before: Date): Promise<number> {
  const { mediaFolder } = ctx.company
  let deleted = 0
  for (const month of (await readdir(mediaFolder)).filter((name) => monthFolder.test(name))) {
    const keys = (await readdir(join(mediaFolder, month))).filter((name) => storedName.test(name))
    for (let from = 0; from < keys.length && deleted < deletedMax; from += namesAtOnce) {
      const named = keys.slice(from, from + namesAtOnce).map((key) => ({ key, media: findMediaByKey(ctx, key) }))
      for (const { key, media } of named) if (media && media.objectKey !== null) dropUploadedFile(ctx, key)
      const unrecorded = named.filter(({ media }) => !media)
      for (const { key } of unrecorded) if (await isOlder(ctx, key, before)) deleted += Number(discardFile(ctx, key))
      await nextTurn()
    }
  }
  return deleted
}

/** By the time of its last link, because a copy shares the bytes and the time of their last change with its original. */
async function isOlder(ctx: CompanyContext, key: string, before: Date) {
  const found = await stat(mediaPath(ctx, key)).catch(() => undefined)
  return found !== undefined && found.ctime < before
}
