import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scheduleTable } from '../../schedule/schedule.tables'
import { createWorld, type World } from '../../testing/world/world'
import { writeScratch } from '../../testing/move-in/scratch'
import { moveIn } from '../write/move-in'
import { goLive } from './go-live'

// The process beside has the machine's clock.
const now = new Date()
const hour = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

let world: World
let folder: string
beforeEach(async () => {
  world = await createWorld({ now, environment: { LOG_LEVEL: 'silent', WHATSAPP_WEB_URL: 'ws://127.0.0.1:1' } })
  world.noBystander()
  folder = mkdtempSync(join(tmpdir(), 'recado-go-live-'))
})
afterEach(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const times = { createdAt: hour(-100), updatedAt: hour(-100) }
const schedule = (id: number, sendAt: Date) => ({
  id,
  body: `n. ${id}`,
  sendAt,
  status: 'PENDENTE',
  contactId: 20,
  companyId: 3,
  ...times,
})

test('plans what is still to be sent, and takes what was due meanwhile for sent by the other system', async () => {
  const scratch = join(folder, 'scratch.sqlite')
  writeScratch(scratch, 'G', {
    Companies: [{ id: 3, name: 'Padaria', status: true, ...times }],
    Whatsapps: [{ id: 9, name: 'Loja', companyId: 3, ...times }],
    Contacts: [{ id: 20, name: 'Zé', number: '5511988880009', companyId: 3, ...times }],
    Schedules: [schedule(1, hour(-3)), schedule(2, hour(2)), schedule(3, hour(30))],
  })
  const report = await moveIn(world.platform, { scratch })
  const companyId = report.companies[0]?.companyId ?? 0
  const ctx = () => world.ctx(companyId)
  const jobs = () => ctx().company.sqlite.query("SELECT kind FROM job WHERE kind = 'schedule.send'").all()
  const rows = () =>
    ctx().db.select({ body: scheduleTable.body, status: scheduleTable.status }).from(scheduleTable).all()
  expect([rows().length, jobs()]).toEqual([3, []])
  world.setTime(hour(3))
  expect(await goLive(world.platform, {}, companyId)).toMatchObject({
    name: 'Padaria',
    connecting: [],
    waiting: ['Loja'],
  })
  expect(rows()).toEqual([
    { body: 'n. 1', status: 'ERRO' },
    { body: 'n. 2', status: 'ERRO' },
    { body: 'n. 3', status: 'PENDENTE' },
  ])
  expect(jobs()).toHaveLength(1)
  const again = await goLive(world.platform, {}, companyId).then(() => '', String)
  expect(again).toContain('ERR_LIVE_ALREADY')
  expect(await goLive(world.platform, {}, 2).then(() => '', String)).toContain('ERR_NOT_IMPORTED')
  expect(world.ctx(2).company.sqlite.query("SELECT 1 FROM job WHERE kind = 'schedule.send'").all()).toEqual([])
})
