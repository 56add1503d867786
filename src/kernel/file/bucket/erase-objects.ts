import type { CompanyId } from '../../ids'
import type { MediaBucket } from './media-bucket'

const removalsAtOnce = 8

/** All of a company's, and its copies of them on this machine. @throws BucketError: repeat it */
export async function eraseObjects({ use, prefixOf, cache, bucket }: MediaBucket, companyId: CompanyId) {
  const prefix = prefixOf(companyId)
  const erased = { place: `${bucket.name}/${prefix}`, files: 0, bytes: 0 }
  const list = () => use(() => bucket.list(prefix))
  await cache.erase(companyId)
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
