import { afterEach, beforeEach, expect, test } from 'bun:test'
import { linkSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureCompanyFolder } from '../../platform/company/measure-company-folder'
import { importForm, importMapping, importStart } from '../../testing/campaign/contact-imports'
import { listMessageRows } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { dot } from '../../testing/media/dot'
import { writesFile } from '../../testing/media/written-file'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { gigabyte } from '../company/company-plan.contract'

let world: World
let ana: Caller
let gina: Caller
let sofia: Caller
let planId: number
beforeEach(async () => {
  world = await createWorld({ now: importStart })
  ;({ ana, gina, sofia } = await signIn(world, 'ana', 'gina', 'sofia'))
  const plan = { name: 'Um giga', users: 50, connections: 10, queues: 50, amount: 10, storageGb: 1 }
  planId = (await sofia.post('/plans', plan)).body.id
  await sofia.put('/companies/1', { planId })
  for (const id of [1, 2]) await measureCompanyFolder(world.platform, id)
})
afterEach(() => world.stop())

const used = (companyId = 1) => {
  const { company } = world.ctx(companyId)
  return company.services.storedBytes.of(company)
}
/** Both companies store as much; only Acme's plan is that small. */
const leave = (bytes: number) => {
  for (const id of [1, 2]) world.platform.files.use(id).services.storedBytes.add(id, gigabyte - bytes - used(id))
}
const file = (field: string, bytes: BlobPart = dot, name = 'a.png') => {
  const form = new FormData()
  form.set(field, new File([bytes], name, { type: 'image/png' }))
  return form
}
const contacts = () => importForm('Nome,Número\nEva,5511900001111\n')
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body?.['error'] ?? '']
const refused = [402, 'ERR_PLAN_LIMIT']

test('a company that has used its plan’s storage stores no files, and texts and tickets go on', async () => {
  const tickets = [1, 2].map((id) => addTicket(world.ctx(id), { status: 'open', userId: 1 }).id)
  const stored = (calls: Caller, ticketId: number | undefined) => [
    () => calls.post(`/messages/${ticketId}`, file('medias')),
    () => calls.post('/contacts/upload', contacts()),
    () => calls.post('/flowbuilder/img', file('medias')),
    () => calls.post('/schedules/media-upload', file('file')),
    () => calls.get('/contacts/export?format=csv'),
  ]
  const { uploadId } = (await ana.post('/contacts/upload', contacts())).body
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })
  const imported = async () => (await ana.get(`/contacts/imports/${uploadId}`)).body.state
  leave(0)
  for (const call of stored(ana, tickets[0])) expect(outcome(await call())).toEqual(refused)
  expect((await ana.post('/contacts/upload', contacts())).body).toMatchObject({ limit: 'storageGb', most: 1 })
  for (const call of stored(gina, tickets[1])) expect((await call()).status).toBe(200)
  await world.runJobs(1)
  expect(await imported()).toBe('running')
  expect((await ana.post(`/messages/${tickets[0]}`, { body: 'oi' })).status).toBe(200)
  expect((await ana.put(`/tickets/${tickets[0]}`, { status: 'closed' })).status).toBe(200)
  expect(readdirSync(join(world.dataDir, 'uploads'))).toEqual([])
  expect((await ana.get('/auth/me')).body.user.company.storagePercent).toBe(100)

  expect((await sofia.put(`/plans/${planId}`, { storageGb: null })).body.storageGb).toBeNull()
  for (const call of stored(ana, tickets[0]).slice(1)) expect((await call()).status).toBe(200)
  world.setTime(new Date(importStart.getTime() + 60_000))
  while ((await world.runJobs(1)) > 0);
  expect(await imported()).toBe('done')
  expect((await ana.get('/auth/me')).body.user.company.storagePercent).toBeNull()
})

test('received files wait while the storage is used up, and are downloaded when there is room', async () => {
  world.ports.connections = { channel: () => ({ fetchMedia: writesFile(() => dot) }) } as never
  const image = { kind: 'image', text: 'olhe', mimeType: 'image/png', sizeBytes: 70, source: { url: 'x' } } as const
  leave(0)
  for (const companyId of [1, 2] as const) receive(world, companyId, messageEvent({ content: image }))
  for (let hours = 1; hours <= 24; hours++) {
    world.setTime(new Date(importStart.getTime() + hours * 3_600_000))
    for (const companyId of [1, 2]) await world.runJobs(companyId)
  }
  const last = (companyId: 1 | 2) => listMessageRows(world, companyId).at(-1)
  expect([last(1)?.body, last(1)?.mediaId, last(1)?.data?.file?.state]).toEqual(['olhe', null, 'pending'])
  expect(last(2)?.mediaId).toEqual(expect.any(Number))
  leave(1000)
  world.setTime(new Date(importStart.getTime() + 25 * 3_600_000))
  await world.runJobs(1)
  expect(last(1)?.mediaId).toEqual(expect.any(Number))
})

test('files stored at once exceed the storage by one at most; refused, shared and deleted ones do not count', async () => {
  const [size, others] = [2_000_000, used(2)]
  const picture = new Uint8Array(size)
  picture.set(dot)
  leave(2.5 * size)
  const uploads = () =>
    Promise.all(Array.from({ length: 8 }, () => ana.post('/schedules/media-upload', file('file', picture))))
  expect((await uploads()).map(outcome).filter(([status]) => status === 200)).toHaveLength(3)
  const full = used()
  expect(full - gigabyte).toBeLessThan(size)
  const ticket = addTicket(world.ctx(1), { status: 'open', userId: 1 })
  leave(size)
  expect((await ana.post(`/messages/${ticket.id}`, file('medias', picture))).status).toBe(200)
  const messageId = listMessageRows(world).at(-1)?.id
  expect(outcome(await ana.post(`/messages/${ticket.id}`, file('medias', picture)))).toEqual(refused)
  const before = used()
  expect((await ana.post('/message/forward', { messageId, contactId: ticket.contactId })).status).toBe(200)
  expect(used()).toBeLessThan(before + size / 2)
  // The day after, uploads that nothing uses are deleted.
  world.setTime(new Date(importStart.getTime() + 2 * 86_400_000))
  while ((await world.runJobs(1)) > 0);
  expect(used()).toBeLessThan(before - 2.5 * size)
  expect((await sofia.get('/companies/2')).body.folderSize - gigabyte).toBeLessThan(others)
})

test('the nightly count corrects bytes and counts rows; linked copies share their bytes', async () => {
  const { mediaFolder } = world.platform.files.use(1)
  const before = (await sofia.get('/companies/1')).body
  await Bun.write(`${mediaFolder}/2026-03/a.bin`, new Uint8Array(500_000))
  linkSync(`${mediaFolder}/2026-03/a.bin`, `${mediaFolder}/2026-03/b.bin`)
  addTicket(world.ctx(1), { status: 'open', userId: 1 })
  world.platform.files.use(1).services.storedBytes.add(1, 12_345_678)
  await measureCompanyFolder(world.platform, 1)
  const after = (await sofia.get('/companies/1')).body
  expect(after.folderSize - before.folderSize).toBeGreaterThanOrEqual(500_000)
  expect(after.folderSize - before.folderSize).toBeLessThan(900_000)
  expect([after.numberFileFolder - before.numberFileFolder, after.tickets - before.tickets]).toEqual([2, 1])
  const subscription = (await ana.get('/subscription')).body
  expect(subscription.plan.storageGb).toBe(1)
  expect(subscription.stored).toMatchObject({ tickets: after.tickets, messages: after.messages })
  expect((await sofia.get('/companies/2')).body).toMatchObject({ tickets: before.tickets })
})

test('a plan includes 100 GB unless the host says otherwise', async () => {
  const limits = { users: 1, connections: 1, queues: 1, amount: 1 }
  const made = async (name: string, storageGb?: unknown) =>
    (await sofia.post('/plans', { name, ...limits, storageGb })).body
  expect((await made('Sem dizer')).storageGb).toBe(100)
  expect((await made('Ilimitado', null)).storageGb).toBeNull()
  for (const [index, value] of [0, -1, 1.5, 'x'].entries())
    expect((await made(`Errado ${index}`, value)).error).toBe('ERR_INVALID_INPUT')
  expect((await sofia.put(`/plans/${planId}`, { amount: 20 })).body.storageGb).toBe(1)
})
