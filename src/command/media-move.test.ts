import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { findMedia, type Media, recordFile, stageAgain } from '../kernel/file/media-store'
import { openMedia } from '../kernel/file/open-media'
import { sendOutbox } from '../message/outbox/send-outbox'
import { sendMessage } from '../message/send/send-message'
import { openTicket } from '../testing/conversation/conversation'
import { createFakeChannel } from '../testing/conversation/fake-channel'
import { messageEvent, receive } from '../testing/conversation/inbound'
import { dot } from '../testing/media/dot'
import { recadoCommand } from '../testing/process/product-command'
import { startMain } from '../testing/process/main-process'
import { runCommand } from '../testing/process/run-command'
import { type BucketWorld, createBucketWorld } from '../testing/services/s3-server/bucket-world'
import { until } from '../testing/whatsapp/whatsapp-world'
import type { CommandCall } from './command'
import { mediaMove } from './media-move'
import { runOnPlatform } from './run-on-platform'

let bucket: BucketWorld
beforeEach(async () => {
  bucket = await createBucketWorld({ environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => bucket.stop())

const ctx = (companyId = 1) => bucket.world.ctx(companyId)
const bytesOf = (seed: number) => Uint8Array.from({ length: 3000 }, (_, at) => (at * 31 + seed) & 255)
const storeSome = (count: number, companyId = 1) =>
  Promise.all(Array.from({ length: count }, (_, at) => bucket.store(bytesOf(at), `${at}.bin`, { companyId })))

async function move(options: { to: 'bucket' | 'folder'; company?: number; dryRun?: boolean }) {
  const steps: { done?: number; of?: number }[] = []
  const call: CommandCall = { progress: (step) => void steps.push(step), signal: new AbortController().signal }
  const answer = await runOnPlatform(bucket.world.platform, mediaMove, { dryRun: false, ...options }, call)
  return { answer, steps, result: 'result' in answer ? (answer.result as { companies: unknown }).companies : answer }
}

const inFolder = (companyId = 1) => {
  const { mediaFolder } = ctx(companyId).company
  return readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}
const keysOf = (files: readonly Media[]) => files.map(({ key }) => key).toSorted()
const objectKeys = () =>
  bucket
    .objects()
    .map((name) => name.split('/').at(-1) ?? '')
    .toSorted()

async function expectReadable(files: readonly Media[], companyId = 1) {
  for (const [seed, { id }] of files.entries()) {
    const media = findMedia(ctx(companyId), id)
    using file = media && (await openMedia(ctx(companyId), media))
    expect(await Bun.file(file?.path ?? '').bytes()).toEqual(bytesOf(seed))
  }
}

test('moves to the folder and back, counted, with copies that share their bytes, and nothing of another company', async () => {
  const files = await storeSome(5)
  const others = await storeSome(2, 2)
  bucket.world.noBystander()
  for (const id of [1, 2]) await bucket.world.runJobs(id)
  const copy = ctx().transaction(() => {
    const staged = stageAgain(ctx(), findMedia(ctx(), files[0]?.id ?? 0) as Media)
    return staged && recordFile(ctx(), staged, 'user', 1)
  }) as Media
  const dry = await move({ to: 'folder', company: 1, dryRun: true })
  expect(dry.result).toEqual([{ company: 1, files: 6, bytes: 18_000, left: 0 }])
  expect(objectKeys()).toEqual(keysOf([...files, ...others]))
  for (const media of files) rmSync(bucket.ownPath(media))
  const there = await move({ to: 'folder', company: 1 })
  expect(there.result).toEqual([{ company: 1, files: 6, bytes: 18_000, left: 0 }])
  expect(there.steps.at(-1)).toMatchObject({ done: 6, of: 6 })
  expect(objectKeys()).toEqual(keysOf(others))
  expect(inFolder()).toEqual(keysOf([...files, copy]))
  await expectReadable([...files])
  const later = await bucket.store(bytesOf(5), '5.bin')
  await bucket.world.runJobs(1)
  expect(objectKeys()).toEqual(keysOf(others))
  const back = await move({ to: 'bucket', company: 1 })
  expect(back.result).toEqual([{ company: 1, files: 7, bytes: 21_000, left: 0 }])
  // The copies' bytes are uploaded once.
  expect(objectKeys()).toHaveLength(others.length + 6)
  await expectReadable([...files, later])
  await expectReadable(others, 2)
})

test('moves in both directions while messages with files keep arriving and leaving', async () => {
  receive(bucket.world, 1, messageEvent({ text: 'Olá' }))
  openTicket(bucket.world, bucket.world.ana)
  const files = await storeSome(40)
  const sent: boolean[] = []
  const { channel } = createFakeChannel()
  channel.send = async ({ content }) => {
    if (content.kind === 'file') sent.push(Buffer.from(await Bun.file(content.file.path).bytes()).equals(dot))
  }
  let isOn = true
  const traffic = (async () => {
    while (isOn) {
      await sendMessage(bucket.world.ctxAs(bucket.world.ana), 1, { texts: [''], files: [new File([dot], 'a.png')] })
      void sendOutbox(() => ctx(), 1, channel)
      files.push(await bucket.store(bytesOf(files.length), 'novo.bin'))
      await Bun.sleep(2)
    }
  })()
  for (const to of ['bucket', 'folder', 'bucket', 'folder'] as const) {
    const { answer } = await move({ to, company: 1 })
    expect(answer).toMatchObject({ result: { companies: [{ company: 1, left: 0 }] } })
    await Bun.sleep(50)
  }
  isOn = false
  await traffic
  await sendOutbox(() => ctx(), 1, channel)
  await bucket.world.runJobs(1)
  expect(files.length).toBeGreaterThan(50)
  expect([sent.includes(false), sent.length]).toEqual([false, files.length - 40])
  expect(bucket.objects()).toEqual([])
  await expectReadable(files)
})

test('a move that was killed goes on where it was, in both directions', async () => {
  const files = await storeSome(12)
  await bucket.world.runJobs(1)
  const { dataDir } = bucket.world
  bucket.world.noBystander()
  bucket.world.platform.files.close(1)
  const environment = { ...process.env, ...bucket.s3.environment, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  for (const to of ['folder', 'bucket', 'folder']) {
    for (const after of [3, 9]) {
      const child = Bun.spawn(recadoCommand(['media', 'move', '--to', to]), {
        env: environment,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      let left = after
      bucket.s3.watch(() => void (--left === 0 && child.kill('SIGKILL')))
      await child.exited
      bucket.s3.watch(() => {})
    }
    const { code, errors } = await runCommand(dataDir, ['media', 'move', '--to', to], bucket.s3.environment)
    expect([code, errors]).toEqual([0, ''])
    expect(bucket.objects()).toHaveLength(to === 'bucket' ? files.length : 0)
  }
  await expectReadable(files)
}, 60_000)

test('what the bucket has of another content is not given up', async () => {
  const [media] = (await storeSome(1)) as [Media]
  await bucket.world.runJobs(1)
  for (const object of bucket.s3.objects.values()) object.bytes = Buffer.from(bytesOf(99))
  expect((await move({ to: 'folder', company: 1 })).answer).toMatchObject({
    refused: expect.stringContaining('Nothing is lost'),
  })
  expect([bucket.objects().length, findMedia(ctx(), media.id)?.objectKey]).toEqual([1, media.key])
})

test('says what is wrong: no bucket, a bucket that refuses, files that are missing', async () => {
  const files = await storeSome(3)
  rmSync(bucket.ownPath(files[0] as Media))
  bucket.s3.fail({ status: 503, code: 'SlowDown' })
  expect((await move({ to: 'bucket', company: 1 })).answer).toMatchObject({
    refused: expect.stringContaining('SlowDown'),
  })
  await bucket.recover()
  expect((await move({ to: 'bucket', company: 1 })).result).toEqual([{ company: 1, files: 2, bytes: 6000, left: 1 }])
  expect((await move({ to: 'bucket', company: 99 })).answer).toMatchObject({ refused: 'There is no company 99' })
  const without = await runCommand(bucket.world.dataDir, ['media', 'move', '--to', 'elsewhere'])
  expect([without.code, without.errors]).toEqual([1, expect.stringContaining('--to: is bucket or folder')])
})

test('is done by the running process, which goes on by itself after it was killed', async () => {
  const files = await storeSome(30)
  ctx().company.sqlite.run('DELETE FROM media_upload; DELETE FROM job')
  const { dataDir } = bucket.world
  bucket.world.noBystander()
  bucket.world.platform.files.close(1)
  const start = () => startMain(dataDir, { ...bucket.s3.environment, WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' })
  let main = start()
  try {
    await main.address()
    let left = 10
    bucket.s3.watch(({ method }) => void (method === 'PUT' && --left === 0 && main.kill('SIGKILL')))
    const { code } = await runCommand(dataDir, ['media', 'move', '--to', 'bucket', '--company', '1'])
    expect(code).not.toBe(0)
    await main.exited
    bucket.s3.watch(() => {})
    expect(bucket.objects().length).toBeLessThan(files.length)
    main = start()
    await main.address()
    await until(() => bucket.objects().length === files.length, 'all files in the bucket', 20_000)
    const again = await runCommand(dataDir, ['media', 'move', '--to', 'bucket', '--company', '1', '--json'])
    expect(JSON.parse(again.output).companies).toEqual([{ company: 1, files: 0, bytes: 0, left: 0 }])
  } finally {
    await main.stop()
  }
  await expectReadable(files)
}, 60_000)
