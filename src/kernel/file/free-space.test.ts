import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { importForm, importMapping, importStart } from '../../testing/campaign/contact-imports'
import { listMessageRows } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { dot } from '../../testing/media/dot'
import { writesFile } from '../../testing/media/written-file'
import { stub } from '../../testing/stub'
import { createWorld, type World } from '../../testing/world/world'
import { readConfig } from '../config/config'
import { createLog, type Log } from '../log'
import { createFreeSpace } from './free-space'
import { findMedia, mediaPath } from './media-store'

const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3]
const space = { freeBytes: 0, totalBytes: 0 }
let readsLeft = Number.POSITIVE_INFINITY
const leave = (freeBytes: number, totalBytes = 100 * gigabyte) => void Object.assign(space, { freeBytes, totalBytes })

let world: World
beforeEach(async () => {
  leave(50 * gigabyte)
  readsLeft = Number.POSITIVE_INFINITY
  world = await createWorld({
    now: importStart,
    readSpace: () => (readsLeft-- > 0 ? space : { ...space, freeBytes: gigabyte }),
    environment: { LOG_LEVEL: 'silent' },
  })
})
afterEach(() => world.stop())

const ready = async () => {
  const { status, body } = await world.nobody.get('/ready')
  return [status, body]
}
const refused = { status: 507, error: 'ERR_STORAGE_LOW' }
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => ({ status, error: body.error })

test('the smaller of a share and an amount counts, and small volumes keep half of it for messages', () => {
  const limits = readConfig({}).space
  const said: string[] = []
  const log = {
    ...createLog('silent'),
    info: () => said.push('info'),
    warn: () => said.push('warn'),
    error: () => said.push('error'),
  }
  const { state } = createFreeSpace({ folder: '/', limits, log: stub<Log>(log), read: () => space })
  const at = (freeBytes: number, totalBytes: number) => {
    leave(freeBytes, totalBytes)
    return state()
  }
  expect([at(2 * gigabyte, 100 * gigabyte), at(1.9 * gigabyte, 100 * gigabyte)]).toEqual(['enough', 'low'])
  // A little more than the limit must be free again.
  expect([at(2.4 * gigabyte, 100 * gigabyte), at(2.5 * gigabyte, 100 * gigabyte)]).toEqual(['low', 'enough'])
  expect([at(0.6 * gigabyte, 5 * gigabyte), at(0.4 * gigabyte, 5 * gigabyte)]).toEqual(['enough', 'low'])
  expect([at(200 * megabyte, 5 * gigabyte), at(199 * megabyte, 5 * gigabyte)]).toEqual(['low', 'full'])
  expect([at(249 * megabyte, 5 * gigabyte), at(250 * megabyte, 5 * gigabyte)]).toEqual(['full', 'low'])
  expect([at(260 * megabyte, 5 * gigabyte), at(gigabyte, 5 * gigabyte)]).toEqual(['low', 'enough'])
  expect([at(7 * megabyte, 64 * megabyte), at(4 * megabyte, 64 * megabyte)]).toEqual(['enough', 'low'])
  expect(at(3 * megabyte, 64 * megabyte)).toBe('full')
  expect(said).toEqual(['warn', 'info', 'warn', 'error', 'warn', 'info', 'warn', 'error'])
})

test('with little space uploads, imports and exports are refused, and texts and tickets go on', async () => {
  const ana = await world.as(world.ana)
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: world.ana.id })
  const photo = () => {
    const form = new FormData()
    form.set('body', 'veja')
    form.append('medias', new File([dot], 'a.png', { type: 'image/png' }))
    return form
  }
  const picture = () => {
    const form = new FormData()
    form.set('medias', new File([dot], 'a.png', { type: 'image/png' }))
    return form
  }
  const { uploadId } = (await ana.post('/contacts/upload', importForm('Nome,Número\nEva,5511900001111\n'))).body
  const imported = async () => (await ana.get(`/contacts/imports/${uploadId}`)).body.state
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })
  leave(gigabyte)
  for (const answer of [
    await ana.post(`/messages/${ticket.id}`, photo()),
    await ana.post('/contacts/upload', importForm('Nome,Número\nIvo,5511900002222\n')),
    await ana.post('/flowbuilder/img', picture()),
    await ana.get('/contacts/export?format=csv'),
    await ana.put('/whatsapp/1', {
      enableImportMessage: true,
      importOldMessages: '2026-11-01',
      queueIdImportMessages: 1,
      greetingMessage: 'Oi',
    }),
  ])
    expect(outcome(answer)).toEqual(refused)
  await world.runJobs(1)
  expect(await imported()).toBe('running')
  const text = new FormData()
  text.set('body', 'só texto')
  expect((await ana.post(`/messages/${ticket.id}`, text)).status).toBe(200)
  expect((await ana.post(`/messages/${ticket.id}`, { body: 'oi' })).status).toBe(200)
  expect((await ana.put(`/tickets/${ticket.id}`, { status: 'closed' })).status).toBe(200)
  expect(await ready()).toEqual([503, { ready: false, reasons: ['storageLow', 'diskAlmostFull'] }])

  leave(50 * gigabyte)
  world.setTime(new Date(importStart.getTime() + 60_000))
  while ((await world.runJobs(1)) > 0);
  expect(await imported()).toBe('done')
  expect((await ana.get('/contacts/export?format=csv')).status).toBe(200)
  expect(await ready()).toEqual([200, { ready: true, reasons: [] }])
})

test('an upload ends when the disk fills meanwhile, and leaves nothing behind', async () => {
  const ana = await world.as(world.ana)
  const large = () => {
    const form = new FormData()
    form.set('medias', new File([new Uint8Array(4 * megabyte)], 'a.mp4', { type: 'video/mp4' }))
    return ana.post('/flowbuilder/content', form)
  }
  readsLeft = 2
  expect(outcome(await large())).toEqual(refused)
  expect(readdirSync(join(world.dataDir, 'uploads'))).toEqual([])
})

test('with little space the file of a message waits without using up its attempts', async () => {
  world.ports.connections = { channel: () => ({ fetchMedia: writesFile(() => dot) }) } as never
  const image = { kind: 'image', text: 'olhe', mimeType: 'image/png', sizeBytes: 70, source: { url: 'x' } } as const
  leave(gigabyte)
  for (const companyId of [1, 2] as const) receive(world, companyId, messageEvent({ content: image }))
  const file = () => listMessageRows(world).at(-1)?.mediaId
  for (let hours = 1; hours <= 24; hours++) {
    world.setTime(new Date(importStart.getTime() + hours * 3_600_000))
    for (const companyId of [1, 2]) await world.runJobs(companyId)
  }
  expect([file(), listMessageRows(world).at(-1)?.data?.file?.state]).toEqual([null, 'pending'])
  leave(50 * gigabyte)
  world.setTime(new Date(importStart.getTime() + 25 * 3_600_000))
  await world.runJobs(1)
  expect(file()).toEqual(expect.any(Number))
  expect(listMessageRows(world, 2).at(-1)?.mediaId).toBeNull()

  // Forwarding needs no space, because both messages share the bytes.
  leave(gigabyte)
  const { id, contactId } = listMessageRows(world).at(-1) ?? {}
  const ana = await world.as(world.ana)
  expect(await ana.post('/message/forward', { messageId: id, contactId })).toMatchObject({ status: 200 })
  const stored = listMessageRows(world).flatMap(({ mediaId }) => findMedia(world.ctx(1), mediaId) ?? [])
  expect(stored.map(({ key }) => statSync(mediaPath(world.ctx(1), key)).nlink)).toEqual([2, 2])
})
