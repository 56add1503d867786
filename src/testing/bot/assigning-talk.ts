import { afterEach, beforeEach } from 'bun:test'
import { updateQueue } from '../../queue/queue.commands'
import { noteUserSeen } from '../../user/session/note-user-seen'
import { userQueueTable } from '../../user/user.tables'
import { findTicketRowOf } from '../conversation/conversation'
import { addTicket } from '../conversation/tickets'
import { createTalk, type Talk } from './bots'

type Queue = Parameters<typeof updateQueue>[2]
type Person = Talk['bruno']

/** A talk for each test of a file, in which Bruno and Carla attend queue 1, with what tests of assignment do. */
export function useAssigningTalk() {
  let current: Talk
  beforeEach(async () => {
    current = await createTalk()
    current.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 2')
    current.ctx(1).db.insert(userQueueTable).values({ userId: 3, queueId: 1 }).run()
  })
  afterEach(() => current.stop())

  const ticket = (id = 1) => findTicketRowOf(current, id)
  const seen = (...people: Person[]) => people.forEach((person) => noteUserSeen(current.ctxAs(person)))
  /** A batch may end early, and goes on at once. */
  async function run() {
    for (let turn = 0; turn < 5; turn++) await current.runJobs(1)
  }
  return {
    talk: () => current,
    assign: (more: Queue = {}) => updateQueue(current.ctxAs(current.ana), 1, { assignmentMode: 'inTurn', ...more }),
    seen,
    bruno: () => current.ctxAs(current.bruno),
    carla: () => current.ctxAs(current.carla),
    ticket,
    wait: (more: Parameters<typeof addTicket>[1] = {}) => addTicket(current.ctx(1), more).id,
    owners: (...ids: number[]) => ids.map((id) => ticket(id)?.userId ?? null),
    run,
    async pass(minutes: number, ...people: Person[]) {
      for (let minute = 0; minute < minutes; minute++) {
        seen(...people)
        await current.pass(1)
        await run()
      }
    },
  }
}
