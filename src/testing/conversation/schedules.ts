import { afterEach, beforeEach } from 'bun:test'
import * as v from 'valibot'
import { readMoment } from '../../kernel/time/time-zone'
import { messageTable } from '../../message/message.tables'
import { sendOutbox } from '../../message/outbox/send-outbox'
import { createSchedule } from '../../schedule/save-schedule'
import { ScheduleBody } from '../../schedule/schedule.contract'
import { getSchedule } from '../../schedule/schedule.queries'
import { createWorld, type World } from '../world/world'
import { createFakeChannel } from './fake-channel'

/** Returns a moment in the time zone of the world's companies, such as `2026-11-20T10:00`. */
export const at = (text: string) => readMoment(text, 'America/Sao_Paulo') as Date

/** For a file of tests: a world at 8:00 on 2026-11-20, in which Bruno schedules messages to Dona Maria at 10:00. */
export function createSchedules() {
  let world: World
  beforeEach(async () => {
    world = await createWorld({ now: at('2026-11-20T08:00') })
  })
  afterEach(() => world.stop())

  const ctx = () => world.ctx(1)
  const messages = () => ctx().db.select().from(messageTable).all()
  const outbox = (channel = createFakeChannel().channel) => sendOutbox(ctx, 1, channel, { wait: async () => {} })
  return {
    world: () => world,
    ctx,
    messages,
    outbox,
    texts: () => messages().map(({ body }) => body),
    schedule: (id = 1) => getSchedule(ctx(), id),
    plan: (fields: object = {}) =>
      createSchedule(
        world.ctxAs(world.bruno),
        v.parse(ScheduleBody, { body: 'Olá {{firstName}}', sendAt: '2026-11-20T10:00', contactId: 1, ...fields }),
      ),
    async goTo(time: string) {
      world.setTime(at(time))
      await world.runJobs(1)
    },
    async refuseNext() {
      const { channel, fail } = createFakeChannel()
      fail('refused', 'ERR_WAPP_INVALID_CONTACT')
      await outbox(channel)
    },
  }
}
