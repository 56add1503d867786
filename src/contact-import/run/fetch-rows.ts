import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { mediaPath, findMedia } from '../../kernel/file/media-store'
import { openMedia } from '../../kernel/file/open-media'
import { enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { findImport } from '../contact-import.queries'
import { failImport } from './import-rows'

/** Puts the rows where they are read from. Returns whether they are there. @throws Refusal ERR_FILES_UNREACHABLE */
export async function fetchRows(freshContext: FreshContext, importId: number): Promise<boolean> {
  const ctx = freshContext()
  const media = findMedia(ctx, findImport(ctx, importId)?.mediaId ?? null)
  using file = media && (await openMedia(ctx, media))
  if (!file || !media) return false
  const path = mediaPath(freshContext(), media.key)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  copyFileSync(file.path, path)
  return true
}

/** Before the rows are read on. */
export const fetchRowsJob: WaitingJob<'contactImport.fetch'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: 5,
  timeLimitMs: 180_000,
  async run(freshContext, { importId }) {
    const isThere = await fetchRows(freshContext, importId)
    const ctx = freshContext()
    if (isThere) ctx.transaction(() => enqueueJob(ctx, 'contactImport.rows', { importId }))
    else failImport(ctx, { importId })
  },
  givenUp: failImport,
}
