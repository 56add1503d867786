import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { deleteContact, setContactActive } from '../contact/contact.commands'
import { resolveContact } from '../contact/identity/resolve-contact'
import { createFakeChannel } from '../testing/conversation/fake-channel'
import { createSchedules } from '../testing/conversation/schedules'
import { forgetActors } from '../user/actor.queries'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { findTicketRow, getTicketRow } from '../ticket/ticket.queries'
import { createSchedule, deleteSchedule, uploadScheduleMedia } from './save-schedule'
import { ScheduleBody } from './schedule.contract'
import { findSchedule } from './schedule.queries'

const { ctx, goTo, messages, outbox, plan, schedule, texts, world } = createSchedules()

test('adds it to the contact’s history without opening a ticket', async () => {
  plan()
  plan({ sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T11:00')
  expect(messages().map(({ ticketId }) => ticketId)).toEqual([1, 1])
  expect(findTicketRow(ctx(), 1)).toMatchObject({ status: 'closed', userId: null, unreadMessages: 0 })
})

test('opens a pending, closed or assigned ticket as configured', async () => {
  const open = (fields: object) => plan({ openTicket: 'enabled', queueId: 1, ...fields })
  open({ statusTicket: 'pending' })
  await goTo('2026-11-20T10:00')
  expect(getTicketRow(ctx(), 1)).toMatchObject({ status: 'pending', queueId: 1, userId: null, startedByUs: true })
  ctx().company.sqlite.run("UPDATE ticket SET status = 'closed'")
  open({ statusTicket: 'open', ticketUserId: 2, sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T11:00')
  expect(getTicketRow(ctx(), 2)).toMatchObject({ status: 'open', queueId: 1, userId: 2 })
  ctx().company.sqlite.run("UPDATE ticket SET status = 'closed'")
  open({ statusTicket: 'closed', sendAt: '2026-11-20T12:00' })
  await goTo('2026-11-20T12:00')
  expect(getTicketRow(ctx(), 3)).toMatchObject({ status: 'closed', queueId: 1 })
  // The owner was deleted, so the ticket is pending.
  open({ statusTicket: 'open', ticketUserId: 2, sendAt: '2026-11-20T13:00' })
  ctx().company.sqlite.run('UPDATE schedule SET ticket_user_id = NULL')
  await goTo('2026-11-20T13:00')
  expect(getTicketRow(ctx(), 4)).toMatchObject({ status: 'pending', userId: null })
})

test('adds the message to an open ticket without moving or closing it', async () => {
  const ticket = addTicket(ctx(), { contactId: 1, status: 'open', queueId: 1, userId: 2 })
  plan({ openTicket: 'enabled', statusTicket: 'closed', queueId: 1 })
  ctx().company.sqlite.run('UPDATE ticket SET unread_messages = 2')
  await goTo('2026-11-20T10:00')
  expect(messages()).toMatchObject([{ ticketId: ticket.id, fromMe: true, sendState: 'queued' }])
  expect(getTicketRow(ctx(), ticket.id)).toMatchObject({ status: 'open', queueId: 1, userId: 2, unreadMessages: 2 })
})

const conversation = (fields: object) =>
  addTicket(ctx(), { contactId: 1, status: 'open', queueId: 2, userId: 3, ...fields })
const told = async () => {
  const { body } = await (await world().as(world().bruno)).get('/notifications')
  return body.notifications.map(({ kind, text }: { kind: string; text: string }) => [kind, text])
}
const run = (sql: string) => {
  ctx().company.sqlite.run(sql)
  forgetActors(ctx())
}

test('refuses to save one into a conversation that its author may not see, and names who has it', async () => {
  const carlas = conversation({})
  const bruno = await world().as(world().bruno)
  const body = { body: 'Oi', sendAt: '2026-11-20T10:00', contactId: 1 }
  const refused = await bruno.post('/schedules', body)
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'ERR_OTHER_OPEN_TICKET', user: { name: world().carla.name } },
  })
  const other = addContact(ctx(), 'Outra')
  const id = plan({ contactId: other })
  expect((await bruno.put(`/schedules/${id}`, { contactId: 1 })).status).toBe(409)
  const ana = await world().as(world().ana)
  // The author's rights decide when it goes, whoever chose the contact.
  expect((await ana.put(`/schedules/${id}`, { contactId: 1 })).status).toBe(409)
  expect((await ana.put(`/schedules/${id}`, { body: 'Corrigido' })).status).toBe(200)
  expect((await ana.post('/schedules', body)).status).toBe(200)
  expect(schedule(id)).toMatchObject({ contactId: other, body: 'Corrigido' })
  await goTo('2026-11-20T10:00')
  expect(messages().filter(({ ticketId }) => ticketId === carlas.id)).toMatchObject([{ data: { authorId: 1 } }])
})

test('names the author in the bubble, and counts as no answer of theirs', async () => {
  const ticket = conversation({ queueId: 1, userId: 2 })
  plan()
  await goTo('2026-11-20T10:00')
  const { body } = await (await world().as(world().ana)).get(`/messages/${ticket.id}`)
  expect(body.messages).toMatchObject([{ user: { id: 2, name: world().bruno.name }, isAutomatic: true }])
  expect(messages()[0]).toMatchObject({ userId: null })
  run('UPDATE schedule SET user_id = NULL')
  run("UPDATE message SET data = json_set(data, '$.authorId', 99)")
  const later = await (await world().as(world().ana)).get(`/messages/${ticket.id}`)
  expect(later.body.messages).toMatchObject([{ user: null }])
})

test('refuses it when due in a conversation that its author lost, tells them, and sends the next time', async () => {
  const id = plan({ intervalo: 2, valorIntervalo: 1, enviarQuantasVezes: 3 })
  const carlas = conversation({})
  await goTo('2026-11-20T10:00')
  expect([messages(), schedule(id).error, schedule(id).status]).toEqual([[], 'ERR_OTHER_OPEN_TICKET', 'PENDENTE'])
  expect(await told()).toEqual([['scheduleRefused', 'Olá {{firstName}}']])
  run(`UPDATE ticket SET status = 'pending', user_id = NULL, queue_id = 1 WHERE id = ${carlas.id}`)
  world().setTime(schedule(id).sendAt)
  await world().runJobs(1)
  expect(messages()).toMatchObject([{ ticketId: carlas.id, data: { authorId: 2 } }])
  expect(getTicketRow(ctx(), carlas.id)).toMatchObject({ status: 'pending', userId: null })
})

test('does not append to a closed conversation that its author may not see', async () => {
  const carlas = conversation({ status: 'closed' })
  plan()
  plan({ sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T11:00')
  const [first, second] = messages().map(({ ticketId }) => getTicketRow(ctx(), ticketId))
  expect(first?.id).not.toBe(carlas.id)
  expect([first, second]).toMatchObject([{ status: 'closed', userId: null }, { id: first?.id }])
})

test('asks what its author may do at its time', async () => {
  const opening = { openTicket: 'enabled', statusTicket: 'pending', queueId: 1 }
  const lostQueue = plan(opening)
  run('DELETE FROM user_queue WHERE user_id = 2')
  await goTo('2026-11-20T10:00')
  expect(schedule(lostQueue)).toMatchObject({ status: 'ERRO', error: 'ERR_NO_PERMISSION' })
  expect(messages()).toEqual([])

  run("UPDATE user SET profile = 'admin' WHERE id = 2")
  const carlas = conversation({})
  const demoted = plan({ sendAt: '2026-11-20T11:00' })
  const byAdmin = createSchedule(world().ctxAs(world().ana), {
    ...v.parse(ScheduleBody, { body: 'Da Ana', sendAt: '2026-11-20T11:00', contactId: 1 }),
  })
  run("UPDATE user SET profile = 'user' WHERE id = 2")
  await goTo('2026-11-20T11:00')
  expect([schedule(demoted).error, schedule(byAdmin).error]).toEqual(['ERR_OTHER_OPEN_TICKET', ''])
  expect(texts()).toEqual(['Da Ana'])
  expect(getTicketRow(ctx(), carlas.id)).toMatchObject({ status: 'open', userId: 3 })
})

test('without an author it interrupts nobody, and goes where nobody attends', async () => {
  const id = plan({ intervalo: 2, valorIntervalo: 1, enviarQuantasVezes: 3 })
  run('UPDATE schedule SET user_id = NULL')
  const carlas = conversation({})
  await goTo('2026-11-20T10:00')
  expect([messages(), schedule(id).error]).toEqual([[], 'ERR_OTHER_OPEN_TICKET'])
  run("UPDATE ticket SET status = 'closed'")
  world().setTime(schedule(id).sendAt)
  await world().runJobs(1)
  expect(messages()).toMatchObject([{ ticketId: carlas.id }])
})

test('sends to a blocked contact without opening a ticket', async () => {
  setContactActive(ctx(), 1, false)
  plan({ openTicket: 'enabled', statusTicket: 'pending', queueId: 1 })
  await goTo('2026-11-20T10:00')
  expect(getTicketRow(ctx(), 1)).toMatchObject({ status: 'closed' })
})

test('sends a file with its text, a recording before it, and keeps the file after deletion', async () => {
  const upload = (name: string, bytes: string, type: string) =>
    uploadScheduleMedia(ctx(), new File([bytes], name, { type }))
  const { mediaPath } = await upload('exame.pdf', '%PDF-1.7', 'application/pdf')
  const recording = await upload('voz.mp3', 'ID3xxxx', 'audio/mpeg')
  plan({ mediaPath })
  plan({ mediaPath: recording.mediaPath })
  await goTo('2026-11-20T10:00')
  expect(messages().map(({ body, mediaType }) => [body, mediaType])).toEqual([
    ['Olá Dona', 'application'],
    ['Olá Dona', null],
    ['', 'audio'],
  ])
  expect(messages()[0]?.data?.file).toMatchObject({ name: 'exame.pdf', type: 'application/pdf' })
  deleteSchedule(world().ctxAs(world().ana), 1)
  const { channel, calls } = createFakeChannel()
  await outbox(channel)
  expect(calls.map(({ args }) => (args[0] as { content: { kind: string } }).content.kind)).toEqual([
    'file',
    'text',
    'file',
  ])
})

test('signs with the author only where the company allows it', async () => {
  const set = async (data: string) =>
    (await world().as(world().ana)).put('/companySettings', { column: 'sendSignMessage', data })
  await set('disabled')
  plan({ assinar: true })
  await goTo('2026-11-20T10:00')
  await set('enabled')
  plan({ assinar: true, sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T11:00')
  expect(texts()).toEqual(['Olá Dona', '*Bruno Lima:*\nOlá Dona'])
})

test('follows its contact into a merge, and is deleted with the contact', async () => {
  const twin = resolveContact(ctx(), { addresses: [{ kind: 'lid', value: '4455' }] }, { connectionId: 1 })
  plan({ contactId: twin.id })
  resolveContact(
    ctx(),
    {
      addresses: [
        { kind: 'lid', value: '4455' },
        { kind: 'phone', value: '5511988880001' },
      ],
    },
    { connectionId: 1 },
  )
  expect(schedule().contactId).toBe(1)
  const { mediaPath } = await uploadScheduleMedia(ctx(), new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }))
  plan({ mediaPath })
  await deleteContact(world().ctxAs(world().ana), 1)
  expect([findSchedule(ctx(), 1), findSchedule(ctx(), 2)]).toEqual([undefined, undefined])
  expect(ctx().company.sqlite.query("SELECT count(*) AS n FROM media WHERE kind = 'schedule'").get()).toEqual({ n: 0 })
  await goTo('2026-11-20T10:00')
  expect(texts()).toEqual([])
})
