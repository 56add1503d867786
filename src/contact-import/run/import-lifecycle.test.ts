import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobHandlers } from '../../domains'
import { startJobLoop } from '../../kernel/job/job-loop'
import {
  type ContactImports,
  createContactImports,
  importMapping,
  importStart,
} from '../../testing/campaign/contact-imports'
import { messageEvent, receive } from '../../testing/conversation/inbound'

let imports: ContactImports
beforeAll(async () => {
  imports = await createContactImports()
})
afterAll(() => imports.world.stop())

test('an import can be undone for a day, except for contacts with messages or changes', async () => {
  const { world, ana, ended, importFile, contactOf } = imports
  const rows = Array.from({ length: 900 }, (_, n) => `Desfeita ${n};55119600${String(n).padStart(5, '0')}`)
  const done = await importFile(`Nome;Número\n${rows.join('\n')}`)
  expect(done).toMatchObject({ created: 900, undoUntil: '2026-11-23T15:00:00.000Z' })
  receive(world, 1, messageEvent({ phone: '5511960000003', text: 'oi' }))
  world.setTime(new Date(importStart.getTime() + 60_000))
  await ana.put(`/contacts/${(await contactOf('desfeita 7')).id}`, { email: 'nova@x.test' })
  const undone = await ana.post(`/contacts/imports/${done.id}/undo`)
  expect(undone.body.state).toBe('undoing')
  expect(await ended(done.id)).toMatchObject({
    state: 'undone',
    removed: 898,
    kept: 2,
    undoUntil: null,
  })
  expect((await ana.get('/contacts?searchParam=desfeita')).body.count).toBe(2)
  const late = await importFile('Nome;Número\nTarde;5511970000001')
  world.setTime(new Date(importStart.getTime() + 26 * 3_600_000))
  expect((await ana.post(`/contacts/imports/${late.id}/undo`)).body.error).toBe('ERR_CANNOT_UNDO')
  world.setTime(importStart)
})

test('a cancelled import keeps what it created', async () => {
  const { world, ana, upload } = imports
  const rows = Array.from({ length: 5000 }, (_, n) => `Cancelada ${n};5511${80_000_0000 + n}`)
  const { uploadId } = await upload(rows.join('\n'))
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })
  expect((await ana.post(`/contacts/imports/${uploadId}/cancel`)).body.state).toBe('cancelled')
  await world.runJobs(1)
  expect((await ana.get(`/contacts/imports/${uploadId}`)).body).toMatchObject({ state: 'cancelled', created: 0 })
  expect((await ana.get('/contacts/imports')).body.imports[0]).toMatchObject({ id: uploadId, state: 'cancelled' })
})

test('an import continues where it stopped after the file is reopened, without duplicates', async () => {
  const { world, ana, upload, ended } = imports
  const rows = Array.from({ length: 3000 }, (_, n) => `Retomada ${n};5521${9_1000_0000 + n}`)
  const { uploadId } = await upload(rows.join('\n'))
  await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })
  await world.runJobs(1)
  const before = (await ana.get(`/contacts/imports/${uploadId}`)).body
  expect([before.state, before.done > 0, before.done < 3000]).toEqual(['running', true, true])
  world.platform.files.close(1)
  expect(await ended(uploadId)).toMatchObject({ state: 'done', total: 3000, created: 3000, ignored: 0, failed: 0 })
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query("SELECT count(DISTINCT number) AS n FROM contact WHERE name LIKE 'Retomada %'").get()).toEqual({
    n: 3000,
  })
})

test('the job loop runs an import to its end', async () => {
  const { world, ana, upload } = imports
  const { files, catalog, log } = world.platform
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log })
  try {
    const rows = Array.from({ length: 1200 }, (_, n) => `Sozinha ${n};5531${9_1000_0000 + n}`)
    const { uploadId } = await upload(rows.join('\n'))
    await ana.post(`/contacts/upload/${uploadId}/import`, { mapping: importMapping })
    for (let state = 'running'; state === 'running'; await Bun.sleep(5)) {
      state = (await ana.get(`/contacts/imports/${uploadId}`)).body.state
    }
    expect((await ana.get(`/contacts/imports/${uploadId}`)).body).toMatchObject({ state: 'done', created: 1200 })
  } finally {
    await loop.stop()
  }
})
