import type { CompanyId } from '../../ids'
import { BucketError } from './bucket'
import { filesUnreachable, type MediaBucket } from './media-bucket'

const removalsAtOnce = 8

/** Deletes a company's objects and their copies on this machine. @throws Refusal ERR_FILES_UNREACHABLE: repeat it */
export async function eraseObjects(mediaBucket: MediaBucket, companyId: CompanyId) {
  await mediaBucket.settled(companyId)
  await mediaBucket.cache.erase(companyId)
  try {
    return await eraseListed(mediaBucket, mediaBucket.prefixOf(companyId))
  } catch (error) {
    throw error instanceof BucketError ? filesUnreachable() : error
  }
}

async function eraseListed({ use, bucket }: MediaBucket, prefix: string) {
  const erased = { place: `${bucket.name}/${prefix}`, files: 0, bytes: 0 }
  const list = () => use(() => bucket.list(prefix))
  for (let page = await list(); page.length > 0; page = await list()) {
    for (let from = 0; from < page.length; from += removalsAtOnce) {
      const some = page.slice(from, from + removalsAtOnce)
      await Promise.all(some.map(({ key }) => use(() => bucket.remove(key))))
      erased.files += some.length
      erased.bytes += some.reduce((sum, { bytes }) => sum + bytes, 0)
    }
  }
  return erased.files > 0 ? [erased] : []
}
