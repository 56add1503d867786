import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { type BucketWorld, createBucketWorld } from '../../../testing/services/s3-server/bucket-world'
import { deleteMedia, findMedia, type Media, recordFile, stageAgain } from '../media-store'
import { openMedia } from '../open-media'
import { sweepMedia } from '../sweep-media'
import { measureCompanyFolder } from '../../../platform/company/measure-company-folder'
import { databaseBytes } from '../../../platform/company/stored-bytes'

let bucket: BucketWorld
let tokens: Record<string, Promise<{ token?: string }>>
beforeEach(async () => {
  tokens = {}
  bucket = await createBucketWorld({ environment: { LOG_LEVEL: 'silent', MEDIA_CACHE_MB: '1' } })
})
afterEach(() => bucket.stop())

const patterned = (length: number, seed = 7) => Uint8Array.from({ length }, (_, at) => (at * seed + (at >> 8)) & 255)
const ctx = (companyId = 1) => bucket.world.ctx(companyId)
const fresh = (media: Media) => findMedia(ctx(), media.id) ?? media
const big = 9 * 1024 * 1024

async function get(media: Media, headers: Record<string, string> = {}, person = bucket.world.ana) {
  const token = (await (tokens[person.name] ??= bucket.world.as(person))).token
  return fetch(`${bucket.world.url}/media/${media.key}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

async function stored(bytes = patterned(1000), name = 'a.bin') {
  const media = await bucket.store(bytes, name)
  await bucket.world.runJobs(1)
  return fresh(media)
}

/** Only the bucket has it then. */
async function onlyInBucket(bytes = patterned(1000)) {
  const media = await stored(bytes)
  rmSync(bucket.ownPath(media))
  rmSync(bucket.cachePath(media), { force: true })
  return media
}

test('a file is copied to the bucket under its company and month, and its local copy stays', async () => {
  const media = await bucket.store(patterned(1000), 'a.bin')
  expect([bucket.objects(), media.objectKey]).toEqual([[], null])
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toEqual([`1/${media.key.slice(0, 7)}/${media.key}`])
  expect(new Uint8Array(bucket.s3.objects.values().next().value?.bytes ?? [])).toEqual(patterned(1000))
  expect(fresh(media).objectKey).toBe(media.key)
  expect(bucket.cached()).toEqual([media.key])
})

test('a file that vanished locally is fetched once for readers at the same time, and served whole and in parts', async () => {
  const media = await onlyInBucket()
  bucket.s3.requests.length = 0
  const whole = await Promise.all([get(media), get(media), get(media)])
  for (const answer of whole) {
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
    expect(await answer.bytes()).toEqual(patterned(1000))
  }
  expect(bucket.s3.requests.map(({ method }) => method)).toEqual(['GET'])
  const part = await get(media, { range: 'bytes=10-19' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000'])
  expect(await part.bytes()).toEqual(patterned(1000).slice(10, 20))
  expect(bucket.s3.requests).toHaveLength(1)
})

test('a large file that is only in the bucket is passed through, in parts, to its end, and not at all to a stale copy', async () => {
  const bytes = patterned(big)
  const media = await onlyInBucket(bytes)
  bucket.s3.requests.length = 0
  const last = await get(media, { range: 'bytes=-5' })
  expect([last.status, last.headers.get('content-range')]).toEqual([206, `bytes ${big - 5}-${big - 1}/${big}`])
  expect(await last.bytes()).toEqual(bytes.slice(-5))
  expect(bucket.s3.requests.map(({ range }) => range)).toEqual([`bytes=${big - 5}-${big - 1}`])
  const whole = await get(media)
  expect(whole.status).toBe(200)
  expect(Buffer.compare(Buffer.from(await whole.bytes()), Buffer.from(bytes))).toBe(0)
  expect((await get(media, { range: `bytes=${big}-` })).status).toBe(416)
  expect((await get(media, { 'if-none-match': `"${media.key}"` })).status).toBe(304)
  expect(bucket.s3.requests).toHaveLength(2)
  expect(bucket.cached()).toEqual([])
})

test('half of a file is neither kept nor taken for the whole one', async () => {
  const [small, large] = [await onlyInBucket(), await onlyInBucket(patterned(big, 3))]
  bucket.s3.fail('half')
  const answer = await get(small)
  expect([answer.status, (await answer.json()).error]).toEqual([503, 'ERR_FILES_UNREACHABLE'])
  const cut = await get(large)
    .then((one) => one.bytes())
    .then(
      ({ length }) => length,
      () => 'cut',
    )
  expect(cut).toBe('cut')
  expect(bucket.cached()).toEqual([])
  bucket.s3.fail(undefined)
  expect(await (await get(small)).bytes()).toEqual(patterned(1000))
})

test('a file that stops arriving is given up after half a minute, and fetched anew', async () => {
  const media = await onlyInBucket()
  bucket.s3.fail('rest')
  const setTimer = globalThis.setTimeout
  const timers = spyOn(globalThis, 'setTimeout')
  timers.mockImplementation(((run: () => void, ms = 0) => setTimer(run, ms === 30_000 ? 50 : ms)) as typeof setTimeout)
  expect((await get(media)).status).toBe(503)
  timers.mockRestore()
  expect(bucket.cached()).toEqual([])
  bucket.s3.fail(undefined)
  expect(await (await get(media)).bytes()).toEqual(patterned(1000))
})

test('an error of a moment is tried again at once', async () => {
  let failures = 0
  bucket.s3.fail(({ method }) => (method === 'PUT' && failures++ < 2 ? { status: 503, code: 'SlowDown' } : undefined))
  await stored()
  expect([bucket.objects().length, bucket.world.platform.mediaBucket?.problem()]).toEqual([1, undefined])
})

test('other bytes of the same length are refused', async () => {
  const media = await onlyInBucket()
  const [object] = bucket.s3.objects.values()
  bucket.s3.watch(() => void (object && (object.bytes = Buffer.from(patterned(999)))))
  expect((await get(media)).status).toBe(503)
  expect(bucket.cached()).toEqual([])
})

test('the least recently used copies are deleted above the limit, but never what is being read', async () => {
  const files = []
  for (let at = 0; at < 3; at++) files.push(await stored(patterned(300_000, at + 1)))
  const [first, second, third] = files as [Media, Media, Media]
  const { cache } = bucket.world.platform.mediaBucket ?? {}
  using reading = await openMedia(ctx(), first)
  await Bun.sleep(20)
  ;(await openMedia(ctx(), third))?.[Symbol.dispose]()
  const fourth = await stored(patterned(300_000, 9))
  await cache?.settled()
  expect(existsSync(reading?.path ?? '')).toBe(true)
  expect(bucket.cached()).toEqual([first.key, third.key, fourth.key].toSorted())
  expect(bucket.objects()).toHaveLength(4)
  rmSync(bucket.ownPath(second))
  expect(await (await get(second)).bytes()).toEqual(patterned(300_000, 2))
})

test('copies share an object, which is deleted with the last of them', async () => {
  const media = await stored()
  const copy = ctx().transaction(() => {
    const staged = stageAgain(ctx(), media)
    return staged && recordFile(ctx(), staged, 'user', 1)
  })
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toHaveLength(1)
  rmSync(bucket.ownPath(media))
  deleteMedia(ctx(), media.id)
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toHaveLength(1)
  expect(await (await get(copy ?? media)).bytes()).toEqual(patterned(1000))
  deleteMedia(ctx(), copy?.id ?? 0)
  await bucket.world.runJobs(1)
  expect([bucket.objects(), bucket.cached()]).toEqual([[], []])
})

test('files of one company are not served to the other, whatever key is asked for', async () => {
  const [acmes, globexs] = [await onlyInBucket(), await bucket.store(patterned(500), 'g.bin', { companyId: 2 })]
  bucket.world.noBystander()
  await bucket.world.runJobs(2)
  const requests = bucket.s3.requests.length
  const path = `1/${acmes.key.slice(0, 7)}/${acmes.key}`
  const statusOf = async (key: string) => (await get({ ...acmes, key }, {}, bucket.world.gina)).status
  expect(await statusOf(acmes.key)).toBe(404)
  for (const key of [`../1/${acmes.key}`, encodeURIComponent(`../../${path}`), encodeURIComponent(path)])
    expect([400, 404]).toContain(await statusOf(key))
  expect(bucket.s3.requests).toHaveLength(requests)
  expect((await get(globexs, {}, bucket.world.gina)).status).toBe(200)
})

test('the nightly sweep deletes what no record names from the bucket, once it is a week old, of its own company only', async () => {
  const kept = await stored()
  const waiting = await bucket.store(patterned(10), 'b.bin')
  const month = kept.key.slice(0, 7)
  const orphans = { old: `${month}-${'o'.repeat(24)}.bin`, fresh: `${month}-${'f'.repeat(24)}.bin` }
  const put = (key: string, ageDays: number) =>
    bucket.s3.objects.set(`empresas/${key}`, {
      bytes: Buffer.from('x'),
      changedAt: new Date(Date.now() - ageDays * 86_400_000),
    })
  put(`1/${month}/${orphans.old}`, 8)
  put(`1/${month}/${orphans.fresh}`, 6)
  put(`1/${month}/${waiting.key}`, 8)
  put(`2/${month}/${orphans.old}`, 8)
  put(`11/${month}/${orphans.old}`, 8)
  const object = bucket.s3.objects.get(`empresas/1/${month}/${kept.key}`)
  if (object) object.changedAt = new Date(0)
  expect((await sweepMedia(ctx().company)).files).toBe(1)
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toEqual(
    [
      `1/${month}/${kept.key}`,
      `1/${month}/${waiting.key}`,
      `1/${month}/${orphans.fresh}`,
      `2/${month}/${orphans.old}`,
      `11/${month}/${orphans.old}`,
    ].toSorted(),
  )
})

test('what is in the bucket counts for the plan’s storage, copies once, also after eviction', async () => {
  const used = () => ctx().company.services.storedBytes.of(ctx().company)
  const measured = async () => {
    await measureCompanyFolder(bucket.world.platform, 1)
    return used()
  }
  const before = await measured()
  const media = await onlyInBucket(patterned(500_000))
  ctx().transaction(() => {
    const staged = stageAgain(ctx(), media)
    return staged && recordFile(ctx(), staged, 'user', 1)
  })
  const database = () => databaseBytes(ctx().company.folder)
  expect(used() - before).toBeGreaterThanOrEqual(500_000)
  const [all, ofDatabase] = [await measured(), database()]
  expect(all - ofDatabase).toBe(500_000)
})

test('an erased company leaves nothing in the bucket, also when that did not answer at first', async () => {
  await stored()
  await bucket.store(patterned(500), 'b.bin', { companyId: 2 })
  await bucket.world.runJobs(2)
  const ofCompany = (id: number) => bucket.objects().filter((key) => key.startsWith(`${id}/`))
  expect([ofCompany(1).length, ofCompany(2).length]).toEqual([1, 1])
  const sofia = await bucket.world.as(bucket.world.sofia)
  bucket.s3.fail({ status: 503, code: 'SlowDown' })
  expect((await sofia.delete('/companies/2')).status).toBe(503)
  await bucket.recover()
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  expect([ofCompany(1).length, ofCompany(2).length]).toEqual([1, 0])
})

test('a file that is being sent while its company is erased does not stay in the bucket', async () => {
  bucket.world.noBystander()
  const sofia = await bucket.world.as(bucket.world.sofia)
  await bucket.store(patterned(500), 'b.bin', { companyId: 2 })
  const sent = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  bucket.s3.watch(({ method }) => {
    if (method === 'PUT') sent.resolve()
    return method === 'PUT' ? goOn.promise : undefined
  })
  const job = bucket.world.runJobs(2)
  await sent.promise
  const erased = sofia.delete('/companies/2')
  setTimeout(() => goOn.resolve(), 300)
  expect((await erased).status).toBe(200)
  await job
  expect(bucket.objects()).toEqual([])
})
