import { afterEach, beforeEach, expect, test } from 'bun:test'
import { deleteContact, setContactActive } from '../contact/contact.commands'
import { resolveContact } from '../contact/identity/resolve-contact'
import { messageTable } from '../message/message.tables'
import { sendOutbox } from '../message/outbox/send-outbox'
import { planTable } from '../platform/platform.tables'
import { createFakeChannel } from '../testing/conversation/fake-channel'
import { addTicket } from '../testing/conversation/tickets'
import { createWorld, type World } from '../testing/world/world'
import { findTicketRow, getTicketRow } from '../ticket/ticket.queries'
import { readMoment } from '../kernel/time/time-zone'
import { createSchedule, deleteSchedule, updateSchedule } from './save-schedule'
import { dayRules, intervals, ScheduleBody } from './schedule.contract'
import { uploadScheduleMedia } from './schedule-media'
import { findSchedule, getSchedule } from './schedule.queries'
import { sendSchedule } from './send-schedule'
import * as v from 'valibot'

const zone = 'America/Sao_Paulo'
const at = (text: string) => readMoment(text, zone) as Date

let world: World
beforeEach(async () => {
  world = await createWorld({ now: at('2026-11-20T08:00') })
})
afterEach(() => world.stop())

const ctx = () => world.ctx(1)
const plan = (fields: object = {}) =>
  createSchedule(
    world.ctxAs(world.bruno),
    v.parse(ScheduleBody, { body: 'Olá {{firstName}}', sendAt: '2026-11-20T10:00', contactId: 1, ...fields }),
  )
const schedule = (id = 1) => getSchedule(ctx(), id)
const messages = () => ctx().db.select().from(messageTable).all()
const texts = () => messages().map(({ body }) => body)
const goTo = async (time: string) => {
  world.setTime(at(time))
  await world.runJobs(1)
}
const outbox = (channel = createFakeChannel().channel) =>
  sendOutbox(() => world.ctx(1), 1, channel, { wait: async () => {} })
const refuseNext = async () => {
  const { channel, fail } = createFakeChannel()
  fail('refused', 'ERR_WAPP_INVALID_CONTACT')
  await outbox(channel)
}

test('sends nothing before its time, then once, and updates its state from the message', async () => {
  plan()
  await goTo('2026-11-20T09:59')
  expect(texts()).toEqual([])
  await goTo('2026-11-20T10:00')
  expect(texts()).toEqual(['Olá Dona'])
  expect(schedule()).toMatchObject({ status: 'AGENDADA', sentTimes: 1, sentAt: null, messageId: 1 })
  await outbox()
  expect(schedule()).toMatchObject({ status: 'ENVIADA', sentAt: at('2026-11-20T10:00'), error: '' })
  await goTo('2026-11-25T10:00')
  expect(texts()).toHaveLength(1)
})

test('sends late when its time was missed, and once however often the job runs', async () => {
  plan()
  const due = { scheduleId: 1, sendAt: at('2026-11-20T10:00').getTime() }
  world.setTime(at('2026-11-22T23:00'))
  // Two crashes: before anything was stored, and between the message and the completion of the job.
  ctx().company.sqlite.run(
    "CREATE TRIGGER power_cut BEFORE INSERT ON message BEGIN SELECT RAISE(ABORT, 'power cut'); END",
  )
  await expect(sendSchedule(ctx, due)).rejects.toThrow('power cut')
  expect(schedule()).toMatchObject({ status: 'PENDENTE', sentTimes: 0 })
  ctx().company.sqlite.run('DROP TRIGGER power_cut')
  await sendSchedule(ctx, due)
  await Promise.all([sendSchedule(ctx, due), world.runJobs(1)])
  expect(texts()).toEqual(['Olá Dona'])
  expect(schedule()).toMatchObject({ status: 'AGENDADA', sentTimes: 1 })
})

test('stores one message for two parallel runs of one sending', async () => {
  const { mediaPath } = await uploadScheduleMedia(ctx(), new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }))
  plan({ mediaPath, valorIntervalo: 1, enviarQuantasVezes: 3 })
  world.setTime(at('2026-11-20T10:00'))
  const due = { scheduleId: 1, sendAt: at('2026-11-20T10:00').getTime() }
  await Promise.all([sendSchedule(ctx, due), sendSchedule(ctx, due)])
  expect(messages()).toHaveLength(1)
  expect(schedule()).toMatchObject({ sentTimes: 1, sendAt: at('2026-11-21T10:00') })
})

test('repeats at the same hour until its last time', async () => {
  plan({ intervalo: intervals.week, valorIntervalo: 2, enviarQuantasVezes: 3, tipoDias: dayRules.nextBusinessDay })
  const times: [Date, string, number][] = []
  for (const day of ['20', '24', '30']) await goTo(`2026-11-${day}T12:00`)
  for (const time of ['2026-12-04T10:00', '2026-12-18T10:00', '2027-01-01T10:00']) {
    times.push([schedule().sendAt, schedule().status, schedule().sentTimes])
    await goTo(time)
    await outbox()
  }
  expect(times).toEqual([
    [at('2026-12-04T10:00'), 'PENDENTE', 1],
    [at('2026-12-18T10:00'), 'PENDENTE', 2],
    [at('2026-12-18T10:00'), 'ENVIADA', 3],
  ])
  expect(texts()).toHaveLength(3)
})

test('does not repeat the times missed in an outage', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 5 })
  await goTo('2026-11-23T15:00')
  expect(texts()).toHaveLength(1)
  expect(schedule()).toMatchObject({ sendAt: at('2026-11-24T10:00'), sentTimes: 1, status: 'PENDENTE' })
})

test('continues at its next time after a clock that was far ahead is corrected, and repeats nothing after less', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 9 })
  const once = plan({ sendAt: '2026-11-25T10:00', body: 'Uma vez' })
  await goTo('2026-11-20T10:00')
  await goTo('2026-11-22T12:00')
  expect(schedule()).toMatchObject({ sentTimes: 2, sendAt: at('2026-11-23T10:00') })
  await goTo('2026-11-22T08:00')
  expect(schedule()).toMatchObject({ sentTimes: 2, sendAt: at('2026-11-23T10:00') })

  await goTo('2027-01-20T12:00')
  expect(schedule()).toMatchObject({ sentTimes: 3, sendAt: at('2027-01-21T10:00') })
  await goTo('2026-11-22T13:00')
  expect(schedule()).toMatchObject({ sentTimes: 3, sendAt: at('2026-11-23T10:00') })
  await goTo('2026-11-23T10:00')
  expect(schedule()).toMatchObject({ sentTimes: 4, sendAt: at('2026-11-24T10:00') })
  expect(texts()).toHaveLength(5)
  expect(schedule(once).sentTimes).toBe(1)
})

test('a schedule whose job runs early waits for its time', async () => {
  plan()
  await goTo('2026-11-20T09:00')
  await goTo('2026-11-20T08:00')
  expect(texts()).toEqual([])
  await goTo('2026-11-20T10:00')
  expect(texts()).toHaveLength(1)
})

test('follows a new time, stops after deletion, and ignores the earlier job', async () => {
  plan()
  updateSchedule(world.ctxAs(world.bruno), 1, { sendAt: '2026-11-20T16:00' })
  await sendSchedule(ctx, { scheduleId: 1, sendAt: at('2026-11-20T10:00').getTime() })
  await goTo('2026-11-20T12:00')
  expect(texts()).toEqual([])
  await goTo('2026-11-20T16:00')
  expect(texts()).toHaveLength(1)
  const id = plan({ sendAt: '2026-11-20T17:00' })
  deleteSchedule(world.ctxAs(world.bruno), id)
  await goTo('2026-11-20T18:00')
  expect(texts()).toHaveLength(1)
  // A sent schedule stays sent; a new time restarts it.
  await outbox()
  updateSchedule(world.ctxAs(world.bruno), 1, { sendAt: '2026-11-20T19:00' })
  expect(schedule()).toMatchObject({ status: 'PENDENTE', sentTimes: 0 })
  await goTo('2026-11-20T19:00')
  expect(texts()).toHaveLength(2)
})

test('counts from the next time when the rule changes, and keeps the time otherwise', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 9 })
  await goTo('2026-11-20T10:00')
  updateSchedule(world.ctxAs(world.bruno), 1, { body: 'Outro', intervalo: intervals.week })
  expect(schedule()).toMatchObject({ sendAt: at('2026-11-21T10:00'), sentTimes: 1 })
  await goTo('2026-11-21T10:00')
  expect(schedule()).toMatchObject({ sendAt: at('2026-11-28T10:00'), sentTimes: 2 })
  expect(texts()).toEqual(['Olá Dona', 'Outro'])
})

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
  deleteSchedule(world.ctxAs(world.ana), 1)
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
    (await world.as(world.ana)).put('/companySettings', { column: 'sendSignMessage', data })
  await set('disabled')
  plan({ assinar: true })
  await goTo('2026-11-20T10:00')
  await set('enabled')
  plan({ assinar: true, sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T11:00')
  expect(texts()).toEqual(['Olá Dona', '*Bruno Lima:*\nOlá Dona'])
})

test('marks a rejected one as ERRO with its reason, and ENVIADA after a manual resend', async () => {
  plan()
  await goTo('2026-11-20T10:00')
  await refuseNext()
  expect(schedule()).toMatchObject({ status: 'ERRO', error: 'ERR_WAPP_INVALID_CONTACT' })
  const ana = await world.as(world.ana)
  await ana.post('/messages/1/resend')
  await outbox()
  expect(schedule()).toMatchObject({ status: 'ENVIADA', error: '' })
})

test('reports a failed time of a recurring one, and sends the next', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 2 })
  await goTo('2026-11-20T10:00')
  await refuseNext()
  expect(schedule()).toMatchObject({ status: 'PENDENTE', error: 'ERR_WAPP_INVALID_CONTACT' })
  await goTo('2026-11-21T10:00')
  await outbox()
  expect(schedule()).toMatchObject({ status: 'ENVIADA', error: '', sentTimes: 2 })
})

test('uses the channel’s default when its connection was deleted, else ERRO', async () => {
  plan({ whatsappId: 1 })
  plan({ sendAt: '2026-11-20T11:00' })
  ctx().company.sqlite.run('UPDATE schedule SET connection_id = NULL')
  await goTo('2026-11-20T10:00')
  expect(messages()[0]?.connectionId).toBe(1)
  ctx().company.sqlite.run('DELETE FROM connection')
  await goTo('2026-11-20T11:00')
  expect(schedule(2)).toMatchObject({ status: 'ERRO', error: 'ERR_NO_DEF_WAPP_FOUND' })
})

test('sends nothing without schedules in the plan, and continues recurring ones afterwards', async () => {
  const setPlan = (useSchedules: boolean) => {
    world.platform.catalog.db.update(planTable).set({ useSchedules }).run()
    world.platform.catalog.companies.forget()
  }
  plan()
  plan({ body: 'Todo dia', intervalo: intervals.day, valorIntervalo: 1, enviarQuantasVezes: 3 })
  setPlan(false)
  await goTo('2026-11-20T10:00')
  expect(texts()).toEqual([])
  expect(schedule()).toMatchObject({ status: 'ERRO', error: 'ERR_PLAN_LIMIT' })
  expect(schedule(2)).toMatchObject({ status: 'PENDENTE', error: 'ERR_PLAN_LIMIT', sentTimes: 1 })
  setPlan(true)
  await goTo('2026-11-21T10:00')
  expect(texts()).toEqual(['Todo dia'])
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
  await deleteContact(world.ctxAs(world.ana), 1)
  expect([findSchedule(ctx(), 1), findSchedule(ctx(), 2)]).toEqual([undefined, undefined])
  expect(ctx().company.sqlite.query("SELECT count(*) AS n FROM media WHERE kind = 'schedule'").get()).toEqual({ n: 0 })
  await goTo('2026-11-20T10:00')
  expect(texts()).toEqual([])
})

test('keeps the schedules of companies apart', async () => {
  plan()
  world.setTime(at('2026-11-20T10:00'))
  await world.runJobs(2)
  expect(texts()).toEqual([])
  expect(world.ctx(2).db.select().from(messageTable).all()).toEqual([])
})
