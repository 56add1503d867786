import { afterEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { type BucketWorld, createBucketWorld } from '../../../testing/services/s3-server/bucket-world'
import type { VolumeSpace } from '../free-space'
import { findMedia, type Media } from '../media-store'
import { openMedia } from '../open-media'
import { sweepMedia } from '../sweep-media'
import { moveToBucket, moveToFolder } from './move-media'

let bucket: BucketWorld
afterEach(() => bucket.stop())

const bytesOf = (seed: number, length = 2000) => Uint8Array.from({ length }, (_, at) => (at * 31 + seed) & 255)
const context = () => bucket.world.ctx(1)
const fresh = ({ id }: Media) => findMedia(context(), id) as Media
const start = (options: Parameters<typeof createBucketWorld>[0] = {}) =>
  createBucketWorld({ ...options, environment: { LOG_LEVEL: 'silent', ...options.environment } })

async function stored(seed = 1, length?: number) {
  const media = await bucket.store(bytesOf(seed, length), `${seed}.bin`)
  await bucket.world.runJobs(1)
  return fresh(media)
}

async function read(media: Media) {
  using file = await openMedia(context(), fresh(media))
  return file && (await Bun.file(file.path).bytes())
}

test('a file that goes back to the bucket while its former object is still to be deleted gets another name', async () => {
  bucket = await start()
  const media = await stored()
  bucket.s3.fail(({ method }) => (method === 'DELETE' ? { status: 500, code: 'InternalError' } : undefined))
  await moveToFolder(context, { noted() {} }).catch(() => {})
  expect([fresh(media).objectKey, bucket.objects().length]).toEqual([null, 1])
  await Bun.sleep(1000)
  await moveToBucket(context, { noted() {} })
  expect(fresh(media).objectKey).not.toBe(media.key)
  expect(bucket.objects()).toHaveLength(2)
  await bucket.recover()
  bucket.world.setTime(new Date(Date.now() + 6 * 60_000))
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toEqual([`1/${media.key.slice(0, 7)}/${fresh(media).objectKey}`])
  expect(await read(media)).toEqual(bytesOf(1))
})

test('copies on this machine are given up while its disk is low, and files of the folder stay', async () => {
  const space: VolumeSpace = { freeBytes: 1e12, totalBytes: 1e12 }
  bucket = await start({ readSpace: () => space })
  const media = await stored(1, 50_000)
  bucket.s3.fail({ status: 503, code: 'SlowDown' })
  const waiting = await bucket.store(bytesOf(2), '2.bin')
  await bucket.recover()
  const { cache } = bucket.world.platform.mediaBucket ?? {}
  await cache?.settled()
  expect(bucket.cached()).toEqual([media.key])
  space.freeBytes = 1e6
  await cache?.settled()
  expect(bucket.cached()).toEqual([])
  expect(existsSync(bucket.ownPath(waiting))).toBe(true)
  expect(await read(media)).toEqual(bytesOf(1, 50_000))
})

test('the nightly sweep leaves a file that the bucket has in the cache only', async () => {
  bucket = await start()
  const [media, waiting] = [await stored(), await bucket.store(bytesOf(2), '2.bin')]
  expect(existsSync(bucket.ownPath(media))).toBe(true)
  await sweepMedia(context().company)
  expect([existsSync(bucket.ownPath(media)), existsSync(bucket.ownPath(waiting))]).toEqual([false, true])
  expect(bucket.cached()).toEqual([media.key])
})

test('rows of imports stay on this machine, which reads them within a day', async () => {
  bucket = await start()
  const media = await bucket.store(bytesOf(1), 'rows.jsonl', { kind: 'contact-import' })
  await bucket.world.runJobs(1)
  await moveToBucket(context, { noted() {} })
  expect([bucket.objects(), fresh(media).objectKey]).toEqual([[], null])
  expect(await read(media)).toEqual(bytesOf(1))
})

test('more than a page of objects is swept and erased', async () => {
  bucket = await start()
  bucket.world.noBystander()
  const add = (companyId: number) => {
    for (let at = 0; at < 2100; at++) {
      const name = `2026-01-${String(at).padStart(24, '0')}`
      const object = { bytes: Buffer.from('x'), changedAt: new Date(0) }
      bucket.s3.objects.set(`empresas/${companyId}/2026-01/${name}`, object)
    }
  }
  for (const id of [1, 2]) add(id)
  expect((await sweepMedia(context().company)).files).toBe(2100)
  for (let run = 0; run < 30 && bucket.objects().length > 2100; run++) await bucket.world.runJobs(1)
  expect(bucket.objects().filter((key) => !key.startsWith('2/'))).toEqual([])
  const sofia = await bucket.world.as(bucket.world.sofia)
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  expect(bucket.objects()).toEqual([])
}, 60_000)

test('a record whose object and file are gone is missing, not waited for', async () => {
  bucket = await start()
  const media = await stored()
  bucket.s3.objects.clear()
  await sweepMedia(context().company)
  await bucket.world.platform.mediaBucket?.cache.erase(1)
  const ana = await bucket.world.as(bucket.world.ana)
  expect((await ana.get(`/media/${media.key}`)).status).toBe(404)
  expect(await read(media)).toBeUndefined()
})
