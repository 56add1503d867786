import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { listMessageRows, openTicket } from '../../../testing/conversation/conversation'
import { createFakeChannel } from '../../../testing/conversation/fake-channel'
import { messageEvent, receive } from '../../../testing/conversation/inbound'
import { dot } from '../../../testing/media/dot'
import { type BucketWorld, createBucketWorld } from '../../../testing/services/s3-server/bucket-world'
import { sendOutbox } from '../../../message/outbox/send-outbox'
import { findMediaByKey } from '../media-store'
import { openMedia } from '../open-media'
import { crashRounds } from '../../../testing/process/crash-rounds'

const script = join(import.meta.dir, '../../../testing/process/bucket-process.ts')
const rounds = crashRounds(6)

let bucket: BucketWorld
beforeEach(async () => {
  bucket = await createBucketWorld({ environment: { LOG_LEVEL: 'error' } })
  receive(bucket.world, 1, messageEvent({ text: 'Olá' }))
  openTicket(bucket.world, bucket.world.ana)
})
afterEach(() => bucket.stop())

function startProcess() {
  const { dataDir } = bucket.world
  return Bun.spawn([process.execPath, script], {
    env: { ...process.env, ...bucket.s3.environment, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdout: 'pipe',
    stderr: 'inherit',
  })
}

test('killed at any moment between a file’s write, its upload and its message, no file is lost and none leaves unsaved', async () => {
  const recorded = new Set<string>()
  const early: string[] = []
  for (let round = 0; round < rounds; round++) {
    const child = startProcess()
    let puts = 0
    // In every round after another upload, and before the bucket takes it or before it answers.
    bucket.s3.watch(({ method }) => {
      if (method !== 'PUT' || ++puts <= round) return undefined
      child.kill('SIGKILL')
      return round % 2 === 0 ? new Promise<never>(() => {}) : undefined
    })
    const lines = (await new Response(child.stdout).text()).trimEnd().split('\n')
    await child.exited
    for (const line of lines) {
      const [what, key = ''] = line.split(' ')
      if (what === 'recorded') recorded.add(key)
      if (what === 'sent' && !bucket.objects().some((object) => object.endsWith(key))) early.push(key)
    }
  }
  expect(early).toEqual([])
  bucket.s3.watch(() => {})
  bucket.world.platform.files.close(1)
  const { channel } = createFakeChannel()
  await sendOutbox(() => bucket.world.ctx(1), 1, channel)
  await bucket.world.runJobs(1)
  expect(recorded.size).toBeGreaterThan(rounds / 2)
  const ctx = bucket.world.ctx(1)
  for (const key of recorded) {
    const media = findMediaByKey(ctx, key)
    expect([key, media?.objectKey]).toEqual([key, key])
    using file = media && (await openMedia(ctx, media))
    expect(Buffer.from(await Bun.file(file?.path ?? '').bytes()).equals(dot)).toBe(true)
  }
  expect(bucket.objects().map((object) => object.split('/').at(-1))).toEqual(expect.arrayContaining([...recorded]))
  const files = listMessageRows(bucket.world).filter(({ mediaId }) => mediaId !== null)
  expect(files.filter(({ ack }) => ack !== 1)).toEqual([])
})
