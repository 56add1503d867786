import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { importForm, importMapping } from '../../testing/campaign/contact-imports'
import { type BucketWorld, createBucketWorld } from '../../testing/services/s3-server/bucket-world'
import { createSlowNode } from '../../testing/world/slow-node'
import { findMedia, type Media } from '../../kernel/file/media-store'
import { findImport } from '../contact-import.queries'

let bucket: BucketWorld
beforeEach(async () => {
  bucket = await createBucketWorld({ node: createSlowNode().node, environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => bucket.stop())

const rowCount = 3000
const rows = Array.from({ length: rowCount }, (_, n) => `Mudada ${n};5521${9_1000_0000 + n}`).join('\n')

/** An import that runs, and the file of its rows. */
async function begin(body: object = {}) {
  const ana = await bucket.world.as(bucket.world.ana)
  const { uploadId } = (await ana.post('/contacts/upload', importForm(rows))).body
  await bucket.world.runJobs(1)
  const ctx = bucket.world.ctx(1)
  const media = findMedia(ctx, findImport(ctx, uploadId)?.mediaId ?? null) as Media
  const preview = () => ana.get(`/contacts/upload/${uploadId}/rows?sheet=0&from=0`)
  const start = () => ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping, ...body })
  const state = async () => (await ana.get(`/contacts/imports/${uploadId}`)).body
  return { ana, media, preview, start, state }
}

/** As on the next node: its folder and cache have nothing, and what was prepared is forgotten. */
function takeOver(media: Media) {
  rmSync(bucket.ownPath(media))
  rmSync(bucket.cachePath(media), { force: true })
  bucket.world.platform.files.close(1)
}

async function ended(state: () => Promise<Record<string, any>>) {
  for (;;) {
    await bucket.world.runJobs(1)
    const now = await state()
    if (now['state'] !== 'running') return now
  }
}

test('an import goes on at the node that takes the company over', async () => {
  const { ana, media, start, state } = await begin()
  expect([media.objectKey, existsSync(bucket.ownPath(media))]).toEqual([media.key, true])
  expect((await start()).status).toBe(202)
  await bucket.world.runJobs(1)
  const before = await state()
  expect([before.state, before.done < rowCount]).toEqual(['running', true])
  takeOver(media)
  expect(await ended(state)).toMatchObject({ state: 'done', total: rowCount, created: rowCount, failed: 0 })
  expect((await ana.get('/contacts?searchParam=mudada&pageSize=1')).body.count).toBe(rowCount)
  await bucket.world.runJobs(1)
  expect([bucket.objects(), existsSync(bucket.ownPath(media))]).toEqual([[], false])
})

test('so does one that asks WhatsApp for each number', async () => {
  const { media, start, state } = await begin({ validateContact: true, rows: [1, 2, 3, 2_999] })
  expect((await start()).status).toBe(202)
  takeOver(media)
  expect(await ended(state)).toMatchObject({ state: 'done', total: 4, created: 4, unverified: 4 })
})

test('without its rows an import fails with what it has, and an upload has to be made again', async () => {
  const { ana, media, preview, start, state } = await begin()
  expect((await preview()).body.total).toBe(rowCount)
  expect((await start()).status).toBe(202)
  await bucket.world.runJobs(1)
  takeOver(media)
  bucket.s3.objects.clear()
  const { created } = await state()
  expect(await ended(state)).toMatchObject({ state: 'failed', created })
  const { uploadId } = (await ana.post('/contacts/upload', importForm(rows))).body
  const ctx = bucket.world.ctx(1)
  rmSync(bucket.ownPath(findMedia(ctx, findImport(ctx, uploadId)?.mediaId ?? null) as Media))
  const answer = await ana.get(`/contacts/upload/${uploadId}/rows?sheet=0&from=0`)
  expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_IMPORT_FOUND'])
})
