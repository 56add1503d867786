import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { listMessageRows, openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { dot } from '../../testing/media/dot'
import { type BucketWorld, createBucketWorld } from '../../testing/services/s3-server/bucket-world'
import { restMs } from '../../kernel/file/bucket/media-bucket'
import { findMedia } from '../../kernel/file/media-store'
import { sendMessage } from '../send/send-message'
import { sendOutbox } from './send-outbox'

const start = new Date()
let bucket: BucketWorld
let channel: ReturnType<typeof createFakeChannel>
beforeEach(async () => {
  bucket = await createBucketWorld({ now: start, environment: { LOG_LEVEL: 'silent' } })
  channel = createFakeChannel()
  receive(bucket.world, 1, messageEvent({ text: 'Olá' }))
  openTicket(bucket.world, bucket.world.ana)
})
afterEach(() => bucket.stop())

const ana = () => bucket.world.ctxAs(bucket.world.ana)
const later = (ms: number) => bucket.world.setTime(new Date(start.getTime() + ms))
const message = (id: number | undefined) => listMessageRows(bucket.world).find((one) => one.id === id)
const picture = () => new File([dot], 'foto.png', { type: 'image/png' })
const type = async (text: string) => (await sendMessage(ana(), 1, { texts: [text] }))[0]
const attach = async () => (await sendMessage(ana(), 1, { texts: [''], files: [picture()] }))[0]
const send = () => sendOutbox(() => bucket.world.ctx(1), 1, channel.channel)
const mediaOf = (id: number | undefined) => findMedia(ana(), message(id)?.mediaId ?? null)
/** In the order sent, files by their bytes. */
const sent = () =>
  channel.calls.flatMap((call) => {
    if (call.name !== 'send') return []
    const { content } = call.args[0]
    return content.kind === 'file' ? [content.file.path] : content.kind === 'text' ? [content.text] : []
  })

test('a file is in the bucket before the message that carries it leaves, and can be read while it leaves', async () => {
  const id = await attach()
  const seen: unknown[] = []
  channel.then(() => {
    seen.push(bucket.objects().length, readFileSync(sent()[0] ?? '').equals(dot))
  })
  expect(await send()).toBe('drained')
  expect([seen, message(id)?.ack]).toEqual([[1, true], 1])
})

test('a file that only the bucket has is fetched to be sent', async () => {
  const id = await attach()
  await bucket.world.runJobs(1)
  const media = mediaOf(id)
  if (!media) throw new Error('The message has no file')
  rmSync(bucket.ownPath(media))
  rmSync(bucket.cachePath(media))
  let bytes: Buffer | undefined
  channel.then(() => void (bytes = readFileSync(sent()[0] ?? '')))
  await send()
  expect(bytes?.equals(dot)).toBe(true)
})

const faults = [
  ['the bucket answers 503', { status: 503, code: 'SlowDown' }, 'SlowDown'],
  ['the key is refused', { status: 403, code: 'AccessDenied' }, 'S3_ACCESS_KEY_ID'],
  ['there is no such bucket', { status: 404, code: 'NoSuchBucket' }, 'check its name'],
  ['the bucket is in another region', { status: 301, code: 'PermanentRedirect' }, 'S3_REGION'],
] as const
test.each(faults)(
  'while %s, files wait and texts of the conversation pass; then the file is sent once',
  async (_, fault, advice) => {
    bucket.s3.fail(fault)
    const file = await attach()
    const text = await type('segue o arquivo')
    expect(await send()).toBe('drained')
    expect(sent()).toEqual(['segue o arquivo'])
    expect(message(text)?.ack).toBe(1)
    expect(message(file)).toMatchObject({ sendState: 'queued', sendError: 'ERR_FILES_UNREACHABLE', ack: 0 })
    expect(bucket.world.platform.mediaBucket?.problem()).toContain(advice)
    await type('já vai')
    await send()
    await bucket.recover()
    later(31_000)
    await send()
    expect(sent()).toEqual(['segue o arquivo', 'já vai', expect.stringContaining('.png')])
    expect(message(file)).toMatchObject({ sendState: null, sendError: null, ack: 1 })
    expect(bucket.world.platform.mediaBucket?.problem()).toBeUndefined()
  },
)

test('a bucket that does not answer counts as out of reach after a while', async () => {
  bucket.s3.fail('silence')
  const file = await attach()
  const setTimer = globalThis.setTimeout
  const timers = spyOn(globalThis, 'setTimeout')
  timers.mockImplementation(((run: () => void, ms = 0) =>
    setTimer(run, ms > 60_000 && ms < 70_000 ? 50 : ms)) as typeof setTimeout)
  await send()
  timers.mockRestore()
  expect(message(file)).toMatchObject({ sendState: 'queued', sendError: 'ERR_FILES_UNREACHABLE' })
  expect(bucket.world.platform.mediaBucket?.problem()).toContain('no answer within 60 seconds')
})

test('a stopped bucket loses nothing: the waiting file stays in the folder and is copied later', async () => {
  bucket.s3.fail({ status: 503, code: 'ServiceUnavailable' })
  const media = mediaOf(await attach())
  await bucket.world.runJobs(1)
  expect([existsSync(media ? bucket.ownPath(media) : ''), bucket.objects()]).toEqual([true, []])
  await bucket.recover()
  later(61_000)
  await bucket.world.runJobs(1)
  expect(bucket.objects()).toHaveLength(1)
})

test('a bucket that does not answer holds up one call at a time', async () => {
  bucket.s3.fail({ status: 503, code: 'SlowDown' })
  await attach()
  await send()
  bucket.s3.fail('silence')
  await Bun.sleep(restMs)
  const before = bucket.s3.requests.length
  const { mediaBucket } = bucket.world.platform
  const abort = new AbortController()
  const tried = mediaBucket
    ?.use(() => mediaBucket.bucket.get('empresas/x', undefined, abort.signal))
    .catch(() => 'tried')
  const others = Array.from({ length: 20 }, () => mediaBucket?.use((one) => one.list('')).catch(String))
  for (const said of await Promise.all(others)) expect(said).toContain('SlowDown')
  expect(bucket.s3.requests.length - before).toBeLessThanOrEqual(1)
  abort.abort()
  expect(await tried).toBe('tried')
})
