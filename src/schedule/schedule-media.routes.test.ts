import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storeUpload } from '../kernel/file/waiting-upload'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { formOf } from '../testing/world/form-of'

const now = new Date('2026-11-20T12:00:00Z')

let world: World
let bruno: Caller, carla: Caller, gina: Caller
beforeAll(async () => {
  world = await createWorld({ now })
  ;({ bruno, carla, gina } = await signIn(world, 'bruno', 'carla', 'gina'))
})
afterAll(() => world.stop())

const schedule = { body: 'Sua consulta é amanhã', sendAt: '2026-11-25T15:00:00.000Z', contactId: 1 }
const make = async (fields: object = {}, by = bruno) => {
  const answer = await by.post('/schedules', { ...schedule, ...fields })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return answer.body.id as number
}
const upload = (name = 'exame.pdf', text = '%PDF-1.7 exame') =>
  formOf({ file: new File([text], name, { type: 'application/pdf' }) })

test('uploads a file before it is assigned, and rejects files of others', async () => {
  const sent = await bruno.post('/schedules/media-upload', upload())
  expect(sent.body).toEqual({ mediaPath: expect.stringMatching(/^\/media\//), mediaName: 'exame.pdf' })
  const id = await make({ body: '', mediaPath: sent.body.mediaPath })
  await bruno.put(`/schedules/${id}`, { mediaPath: sent.body.mediaPath })
  expect((await carla.get(sent.body.mediaPath)).status).toBe(200)
  const other = await bruno.post('/schedules', { ...schedule, mediaPath: sent.body.mediaPath })
  expect(other.body.fields).toEqual({ mediaPath: 'unknown' })
  const foreign = await gina.post('/schedules', { ...schedule, mediaPath: sent.body.mediaPath })
  expect(foreign.body.fields).toEqual({ mediaPath: 'unknown' })

  expect((await bruno.delete(`/schedules/${id}/media-upload`)).body.fields).toEqual({ body: 'required' })
  await bruno.put(`/schedules/${id}`, { body: 'Segue o exame' })
  const replaced = await bruno.post(`/schedules/${id}/media-upload`, upload('novo.pdf'))
  expect(replaced.body).toMatchObject({ body: 'Segue o exame', mediaName: 'novo.pdf' })
  expect((await carla.get(sent.body.mediaPath)).status).toBe(404)
  expect((await bruno.delete(`/schedules/${id}/media-upload`)).body).toMatchObject({ mediaPath: null, mediaName: null })
  const form = upload('pelo-id.pdf')
  form.set('scheduleId', String(id))
  expect((await bruno.post('/schedules/media-upload', form)).body).toMatchObject({ id, mediaName: 'pelo-id.pdf' })
  expect((await bruno.post('/schedules/media-upload', upload('vazio.pdf', ''))).body.fields).toEqual({ file: 'empty' })
  expect((await bruno.post('/schedules/media-upload', new FormData())).status).toBe(400)
})

test('accepts a file of the largest size, and no larger one', async () => {
  const upload = (file: File) =>
    storeUpload(world.ctx(1), file, { kind: 'schedule', fileBytesMax: 8, dropLater: () => {} })
  expect(await upload(new File(['%PDF-1.7'], 'a.pdf'))).toMatchObject({ mediaName: 'a.pdf' })
  await expect(upload(new File(['%PDF-1.7\n'], 'a.pdf'))).rejects.toMatchObject({ code: 'ERR_FILE_TOO_LARGE' })
})

test('deletes an upload that no schedule uses within a day', async () => {
  const fresh = await createWorld({ now })
  try {
    const { post } = await fresh.as(fresh.bruno)
    await post('/schedules/media-upload', upload('sobra.pdf'))
    const { mediaPath } = (await post('/schedules/media-upload', upload('usado.pdf'))).body
    await post('/schedules', { ...schedule, sendAt: '2026-12-25T15:00Z', mediaPath })
    fresh.setTime(new Date(now.getTime() + 25 * 3_600_000))
    await fresh.runJobs(1)
    const kept = fresh.ctx(1).company.sqlite.query("SELECT name FROM media WHERE kind = 'schedule'").all()
    expect(kept).toEqual([{ name: 'usado.pdf' }])
  } finally {
    fresh.stop()
  }
})
