import { join } from 'node:path'
import type { CompanyContext } from '../../company/company-context'
import { listReplacedFolders } from '../../company/folder-swap'
import { BucketError, type BucketObject } from './bucket'
import { isNamed, removeUnused, resumeBucketJobs } from './media-location'

const deletedMax = 5000

/** Lists for deletion what no record names, such as the rest of an upload that was killed. Returns how many. */
export async function sweepBucket(ctx: CompanyContext, before: Date): Promise<number> {
  const { id, services } = ctx.company
  const { mediaBucket } = services
  if (!mediaBucket) return 0
  // Those of a time without MEDIA_URL had nowhere to go.
  resumeBucketJobs(ctx)
  // What a restore has replaced may come back.
  const replaced = listReplacedFolders(join(ctx.company.folder, '..', '..'))
  if (replaced.some(({ companyId }) => companyId === id)) return 0
  const prefix = mediaBucket.prefixOf(id)
  let deleted = 0
  let last: string | undefined
  try {
    for (let page: BucketObject[] | undefined; page?.length !== 0 && deleted < deletedMax;) {
      page = await mediaBucket.use((bucket) => bucket.list(prefix, last))
      const old = page.filter(({ changedAt }) => changedAt < before)
      deleted += ctx.transaction(() => old.filter(({ key }) => removeUnnamed(ctx, key)).length)
      last = page.at(-1)?.key
    }
  } catch (error) {
    // Why is logged once, by its use. The next night is early enough.
    if (!(error instanceof BucketError)) throw error
  }
  return deleted
}

function removeUnnamed(ctx: CompanyContext, name: string) {
  const objectKey = name.slice(name.lastIndexOf('/') + 1)
  return !isNamed(ctx, objectKey) && removeUnused(ctx, objectKey)
}
