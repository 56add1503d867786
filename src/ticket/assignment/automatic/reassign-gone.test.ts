import { expect, test } from 'bun:test'
import { useAssigningTalk } from '../../../testing/bot/assigning-talk'
import { setSetting } from '../../../testing/conversation/conversation'
import { addTicket } from '../../../testing/conversation/tickets'
import { setPause } from '../../../user/presence/pause-user'
import { noteUserOffline } from '../../../user/session/note-user-seen'
import { snoozeTicket } from '../../change/snooze-ticket'
import { listTicketLog } from '../../history/ticket-log.view'
import { acceptTicket } from '../accept-ticket'

const { talk, assign, seen, bruno, carla, ticket, wait, owners, run, pass } = useAssigningTalk()

test('takes tickets from who pauses for long, and gives them to others', async () => {
  assign({ reassignMinutes: 10 })
  seen(talk().bruno)
  const [accepted, waiting] = [wait(), wait()]
  await run()
  acceptTicket(bruno(), accepted)
  const queuedAt = ticket(waiting)?.queuedAt
  const elsewhere = addTicket(talk().ctx(1), { status: 'open', userId: 2, queueId: 2 }).id
  setPause(bruno(), 2, { reason: 'lunch', note: '' })
  await pass(9, talk().bruno, talk().carla)
  expect(owners(accepted, waiting)).toEqual([2, 2])
  await pass(2, talk().bruno, talk().carla)
  expect(owners(accepted, waiting, elsewhere)).toEqual([3, 3, 2])
  expect(ticket(accepted)).toMatchObject({ status: 'pending' })
  expect(ticket(waiting)?.queuedAt).toEqual(queuedAt as Date)
  const log = listTicketLog(talk().ctx(1), accepted)
  expect(log.slice(0, 2)).toMatchObject([
    { type: 'assigned', user: { id: 3 } },
    { type: 'pending', reason: 'agentGone', user: { id: 2 } },
  ])
})

test('takes tickets from who signed out or lost the connection; without others they wait, and may return', async () => {
  assign({ reassignMinutes: 10 })
  seen(talk().bruno, talk().carla)
  const [first, second] = [wait(), wait()]
  await run()
  expect(owners(first, second)).toEqual([2, 3])
  noteUserOffline(bruno())
  await talk().pass(8)
  expect(owners(first, second)).toEqual([2, 3])
  await talk().pass(3)
  expect(owners(first, second)).toEqual([null, null])
  await pass(1, talk().bruno)
  expect(owners(first, second)).toEqual([2, 2])
})

test('leaves tickets of a wallet and of other queues alone', async () => {
  assign({ reassignMinutes: 1 })
  setSetting(talk(), 'DirectTicketsToWallets', 'enabled')
  setSetting(talk(), 'userRandom', 'enabled')
  talk().ctx(1).company.sqlite.run('UPDATE contact SET wallet_user_id = 2 WHERE id = 1')
  talk().write('Oi')
  const other = wait({ queueId: 2 })
  await pass(8, talk().carla)
  expect(ticket()).toMatchObject({ userId: 2, status: 'pending' })
  expect(owners(other)).toEqual([null])
})

test('begins to watch again when somebody accepts by hand, and leaves snoozed tickets until they wake', async () => {
  assign({ reassignMinutes: 10 })
  await pass(3)
  const [held, snoozed] = [wait(), wait()]
  for (const id of [held, snoozed]) acceptTicket(bruno(), id)
  snoozeTicket(bruno(), snoozed, '2026-03-10T12:00')
  seen(talk().bruno)
  await pass(12, talk().carla)
  expect(owners(held, snoozed)).toEqual([3, 2])
  await pass(50, talk().carla)
  expect(ticket(snoozed)).toMatchObject({ userId: 3, status: 'pending', snoozedUntil: null })
})

test('the queue states the minutes: who is silent for shorter keeps the tickets, and who is gone gets none back', async () => {
  assign({ reassignMinutes: 2 })
  seen(talk().bruno)
  const id = wait()
  await run()
  await pass(1)
  expect(owners(id)).toEqual([2])
  await pass(2)
  expect(owners(id)).toEqual([null])
  await pass(1)
  expect(owners(id)).toEqual([null])
  await pass(1, talk().carla)
  expect(owners(id)).toEqual([3])
  assign({ reassignMinutes: 7 })
  await pass(5)
  expect(owners(id)).toEqual([3])
  await pass(2, talk().bruno)
  expect(owners(id)).toEqual([2])
})

test('what was taken goes to nobody on a break or outside working hours', async () => {
  assign({ reassignMinutes: 2 })
  seen(talk().bruno)
  const id = wait()
  await run()
  const { sqlite } = talk().ctx(1).company
  sqlite.run(`UPDATE user SET start_work = '00:00', end_work = '00:01' WHERE id = 3`)
  await pass(3, talk().carla)
  expect(owners(id)).toEqual([null])
  sqlite.run(`UPDATE user SET start_work = '00:00', end_work = '23:59' WHERE id = 3`)
  setPause(carla(), 3, { reason: 'lunch', note: '' })
  await pass(1, talk().carla)
  expect(owners(id)).toEqual([null])
  setPause(carla(), 3, null)
  await pass(1, talk().carla)
  expect(owners(id)).toEqual([3])
})
