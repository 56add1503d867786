import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { backUp } from '../../testing/restore/backup'
import { type BucketWorld, createBucketWorld } from '../../testing/services/s3-server/bucket-world'
import { moveToFolder } from '../../kernel/file/bucket/move-media'
import { deleteMedia, findMedia, type Media } from '../../kernel/file/media-store'
import { openMedia } from '../../kernel/file/open-media'
import { installRestored } from './install-restored'

let bucket: BucketWorld
let files: Media[]
/** Two files of the folder, and then one of the bucket. */
beforeEach(async () => {
  bucket = await createBucketWorld()
  const store = (seed: number) => bucket.store(bytesOf(seed), `${seed}.bin`)
  files = [await store(0), await store(1)]
  await moveToFolder(context, { noted() {} })
  bucket.world.ctx(1).company.sqlite.run('DELETE FROM media_in_folder')
  files.push(await store(2))
  await bucket.world.runJobs(1)
})
afterEach(() => bucket.stop())

const bytesOf = (seed: number) => Uint8Array.from({ length: 2000 }, (_, at) => (at * 31 + seed) & 255)
const context = () => bucket.world.ctx(1)
const install = (folder: string, mode: 'beside' | 'replace') =>
  installRestored(bucket.world.platform, { companyId: 1, folder, mode, stateOf: new Date() })

async function expectReadable(companyId: number) {
  for (const [seed, { id }] of files.entries()) {
    const media = findMedia(bucket.world.ctx(companyId), id)
    using file = media && (await openMedia(bucket.world.ctx(companyId), media))
    expect([seed, file && (await Bun.file(file.path).bytes())]).toEqual([seed, bytesOf(seed)])
  }
}

test.each(['replace', 'beside'] as const)(
  'a company restored (%p) has its files, also those of the bucket',
  async (mode) => {
    const folder = backUp(bucket.world, 1)
    deleteMedia(context(), files[1]?.id ?? 0)
    rmSync(bucket.cachePath(findMedia(context(), files[2]?.id ?? 0) as Media))
    const { companyId, missingFiles } = await install(folder, mode)
    expect(missingFiles).toBe(0)
    await expectReadable(companyId)
  },
)
