import { expect, test } from 'bun:test'
import { deleteContact, setContactActive } from '../contact/contact.commands'
import { resolveContact } from '../contact/identity/resolve-contact'
import { createFakeChannel } from '../testing/conversation/fake-channel'
import { createSchedules } from '../testing/conversation/schedules'
import { addTicket } from '../testing/conversation/tickets'
import { findTicketRow, getTicketRow } from '../ticket/ticket.queries'
import { deleteSchedule } from './save-schedule'
import { uploadScheduleMedia } from './schedule-media'
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
  const ticket = addTicket(ctx(), { contactId: 1, status: 'open', queueId: 2, userId: 3 })
  plan({ openTicket: 'enabled', statusTicket: 'closed', queueId: 1 })
  await goTo('2026-11-20T10:00')
  expect(messages()).toMatchObject([{ ticketId: ticket.id, fromMe: true, userId: null, sendState: 'queued' }])
  expect(getTicketRow(ctx(), ticket.id)).toMatchObject({ status: 'open', queueId: 2, userId: 3 })
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
