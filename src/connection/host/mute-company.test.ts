import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createContext } from '../../kernel/company/company-context'
import { enqueueJob } from '../../kernel/job/jobs'
import { startJobLoop } from '../../kernel/job/job-loop'
import { isMuted, muteCompany, unmuteCompany } from '../../platform/company/mute-company'
import { jobHandlers } from '../../domains'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
beforeEach(async () => {
  world = await createWhatsAppWorld()
})
afterEach(() => world.stop())

test('a muted company has no connection and runs no job, also after a start, until it is unmuted', async () => {
  const { platform, connections } = world
  const account = await world.pair('5511900000002', {}, 2)
  const { files, catalog, log } = platform
  const muted = (companyId: number) => isMuted(platform, companyId)
  const loop = startJobLoop({ files, hints: catalog.jobHints, handlers: jobHandlers, log, isMuted: muted })
  await muteCompany(platform, {}, 2)
  await muteCompany(platform, {}, 2)
  expect(connections.find(2, 1)).toBeUndefined()
  const enqueue = (id: number) => {
    const ctx = createContext(files.use(id))
    ctx.transaction(() => enqueueJob(ctx, 'ticket.wake', { ticketId: 99, untilMs: 0 }, { dedupeKey: 'mute' }))
  }
  const jobs = (id: number) => world.ctx(id).company.sqlite.query("SELECT 1 FROM job WHERE dedupe_key = 'mute'").all()
  for (const id of [1, 2]) enqueue(id)
  await world.server.phone('5511977776666', { name: 'Maria' }).say(account, 'enquanto muda')
  await until(() => jobs(1).length === 0, 'the job of the other company')
  await connections.boot()
  await connections.restart(2)
  expect([connections.find(2, 1), world.messages(2), jobs(2).length]).toEqual([undefined, [], 1])
  const sofia = await world.as(world.sofia)
  const refused = await sofia.post('/companies/2/connections/1/session')
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_COMPANY_MUTED'])
  expect((await sofia.get('/companies/2')).body).toMatchObject({ muted: true, copyOf: null, status: true })
  await unmuteCompany(platform, {}, 2)
  await until(() => world.messages(2).length === 1, 'the message')
  await until(() => jobs(2).length === 0, 'the job')
  await loop.stop()
}, 60_000)
