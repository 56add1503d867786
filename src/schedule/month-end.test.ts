import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { readMoment } from '../kernel/time/time-zone'
import { createWorld } from '../testing/world/world'
import { createSchedule, updateSchedule } from './save-schedule'
import { intervals, ScheduleBody } from './schedule.contract'
import { getSchedule } from './schedule.queries'

const at = (text: string) => readMoment(text, 'America/Sao_Paulo') as Date

test('a monthly message of the 31st keeps its day through short months, and through changes between two of them', async () => {
  const world = await createWorld({ now: at('2027-12-30T08:00') })
  const recurring = { intervalo: intervals.month, valorIntervalo: 1, enviarQuantasVezes: 12 }
  const id = createSchedule(
    world.ctxAs(world.bruno),
    v.parse(ScheduleBody, { body: 'Boleto', sendAt: '2027-12-31T10:00', contactId: 1, ...recurring }),
  )
  const next: string[] = []
  for (let sent = 0; sent < 5; sent++) {
    const { sendAt } = getSchedule(world.ctx(1), id)
    next.push(sendAt.toISOString())
    world.setTime(sendAt)
    await world.runJobs(1)
    updateSchedule(world.ctxAs(world.bruno), id, { body: `Boleto ${sent}`, enviarQuantasVezes: 12 - sent })
  }
  expect(next.map((moment) => moment.slice(0, 16))).toEqual([
    '2027-12-31T13:00',
    '2028-01-31T13:00',
    '2028-02-29T13:00',
    '2028-03-31T13:00',
    '2028-04-30T13:00',
  ])
  expect(getSchedule(world.ctx(1), id)).toMatchObject({ sentTimes: 5, sendAt: at('2028-05-31T10:00') })
  await world.stop()
})
