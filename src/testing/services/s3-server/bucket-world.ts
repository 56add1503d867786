import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Media, mediaPath, recordFile, stageFile } from '../../../kernel/file/media-store'
import { restMs } from '../../../kernel/file/bucket/media-bucket'
import type { MediaKind } from '../../../kernel/file/media.tables'
import { createServedWorld, type ServedWorldOptions } from '../../world/served-world'
import { type S3ServerOptions, startS3Server } from './s3-server'

export type BucketWorld = Awaited<ReturnType<typeof createBucketWorld>>

export async function createBucketWorld(
  { environment, ...options }: ServedWorldOptions = {},
  server: S3ServerOptions = {},
) {
  const s3 = await startS3Server(server)
  const world = await createServedWorld({ environment: { ...s3.environment, ...environment }, ...options })
  const cacheFolder = join(world.dataDir, 'cache')
  return {
    s3,
    world,
    /** Keys of the bucket without its prefix. */
    objects: () => [...s3.objects.keys()].map((key) => key.replace('empresas/', '')).toSorted(),
    /** Of files that were not evicted. */
    cached: () =>
      existsSync(cacheFolder)
        ? readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => name)
            .toSorted()
        : [],
    cachePath: ({ objectKey }: Media, companyId = 1) =>
      join(cacheFolder, String(companyId), objectKey?.slice(0, 7) ?? '', objectKey ?? ''),
    ownPath: ({ key }: Media, companyId = 1) => mediaPath(world.ctx(companyId), key),
    async store(bytes: Uint8Array, name: string, { kind = 'contact' as MediaKind, companyId = 1 } = {}) {
      const ctx = world.ctx(companyId)
      return recordFile(ctx, await stageFile(ctx, bytes, name), kind, 1)
    },
    /** The bucket answers again, and has rested. */
    async recover() {
      s3.fail(undefined)
      await Bun.sleep(restMs)
    },
    async stop() {
      await world.stop()
      await s3.stop()
    },
  }
}
