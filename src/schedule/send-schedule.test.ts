import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { messageTable } from '../message/message.tables'
import { receive } from '../testing/conversation/inbound'
import { at, createSchedules } from '../testing/conversation/schedules'
import { changePlans } from '../testing/world/change-plans'
import { deleteSchedule, updateSchedule, uploadScheduleMedia } from './save-schedule'
import { dayRules, intervals } from './schedule.contract'
import { sendSchedule } from './send-schedule'

const { ctx, goTo, messages, outbox, plan, refuseNext, schedule, texts, world } = createSchedules()

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
  world().setTime(at('2026-11-22T23:00'))
  // Two crashes: before anything was stored, and between the message and the completion of the job.
  ctx().company.sqlite.run(
    "CREATE TRIGGER power_cut BEFORE INSERT ON message BEGIN SELECT RAISE(ABORT, 'power cut'); END",
  )
  await expect(sendSchedule(ctx, due)).rejects.toThrow('power cut')
  expect(schedule()).toMatchObject({ status: 'PENDENTE', sentTimes: 0 })
  ctx().company.sqlite.run('DROP TRIGGER power_cut')
  await sendSchedule(ctx, due)
  await Promise.all([sendSchedule(ctx, due), world().runJobs(1)])
  expect(texts()).toEqual(['Olá Dona'])
  expect(schedule()).toMatchObject({ status: 'AGENDADA', sentTimes: 1 })
})

test('stores one message for two parallel runs of one sending', async () => {
  const { mediaPath } = await uploadScheduleMedia(ctx(), new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }))
  plan({ mediaPath, valorIntervalo: 1, enviarQuantasVezes: 3 })
  world().setTime(at('2026-11-20T10:00'))
  const due = { scheduleId: 1, sendAt: at('2026-11-20T10:00').getTime() }
  await Promise.all([sendSchedule(ctx, due), sendSchedule(ctx, due)])
  expect(messages()).toHaveLength(1)
  expect(schedule()).toMatchObject({ sentTimes: 1, sendAt: at('2026-11-21T10:00') })
  rmSync(ctx().company.mediaFolder, { recursive: true })
  await goTo('2026-11-21T10:00')
  expect(messages()).toHaveLength(1)
  expect(schedule()).toMatchObject({ sentTimes: 2, status: 'PENDENTE', error: 'ERR_NO_MEDIA_FOUND' })
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

test('keeps when a recurring one was sent, whenever its message is received and read', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 3 })
  const once = plan({ sendAt: '2026-11-20T10:00', body: 'Uma vez' })
  const sentAt = at('2026-11-20T10:00')
  await goTo('2026-11-20T10:00')
  expect([schedule().sentAt, schedule(once).sentAt]).toEqual([null, null])
  await outbox()
  for (const ack of [2, 3] as const) {
    world().setTime(at('2026-11-20T18:00'))
    for (const { providerId } of messages()) {
      receive(world(), 1, { type: 'receipt', targetIds: [providerId ?? ''], ack })
    }
    expect([schedule().sentAt, schedule(once).sentAt]).toEqual([sentAt, sentAt])
  }
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
  updateSchedule(world().ctxAs(world().bruno), 1, { sendAt: '2026-11-20T16:00' })
  await sendSchedule(ctx, { scheduleId: 1, sendAt: at('2026-11-20T10:00').getTime() })
  await goTo('2026-11-20T12:00')
  expect(texts()).toEqual([])
  await goTo('2026-11-20T16:00')
  expect(texts()).toHaveLength(1)
  const id = plan({ sendAt: '2026-11-20T17:00' })
  deleteSchedule(world().ctxAs(world().bruno), id)
  await goTo('2026-11-20T18:00')
  expect(texts()).toHaveLength(1)
  // A sent schedule stays sent; a new time restarts it.
  await outbox()
  updateSchedule(world().ctxAs(world().bruno), 1, { sendAt: '2026-11-20T19:00' })
  expect(schedule()).toMatchObject({ status: 'PENDENTE', sentTimes: 0 })
  await goTo('2026-11-20T19:00')
  expect(texts()).toHaveLength(2)
})

test('counts from the next time when the rule changes, and keeps the time otherwise', async () => {
  plan({ valorIntervalo: 1, enviarQuantasVezes: 9 })
  await goTo('2026-11-20T10:00')
  updateSchedule(world().ctxAs(world().bruno), 1, { body: 'Outro', intervalo: intervals.week })
  expect(schedule()).toMatchObject({ sendAt: at('2026-11-21T10:00'), sentTimes: 1 })
  await goTo('2026-11-21T10:00')
  expect(schedule()).toMatchObject({ sendAt: at('2026-11-28T10:00'), sentTimes: 2 })
  expect(texts()).toEqual(['Olá Dona', 'Outro'])
})

test('marks a rejected one as ERRO with its reason, and ENVIADA after a manual resend', async () => {
  plan()
  await goTo('2026-11-20T10:00')
  await refuseNext()
  expect(schedule()).toMatchObject({ status: 'ERRO', error: 'ERR_WAPP_INVALID_CONTACT' })
  const ana = await world().as(world().ana)
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

test('fails after the reply window of its channel, and sends where there is none', async () => {
  const { sqlite } = ctx().company
  sqlite.run("UPDATE connection SET channel = 'facebook' WHERE id = 1")
  plan({ whatsappId: 1 })
  plan({ whatsappId: 1, sendAt: '2026-11-20T11:00' })
  await goTo('2026-11-20T10:00')
  expect(schedule()).toMatchObject({ status: 'ERRO', error: 'ERR_CHANNEL_CANNOT' })
  expect(texts()).toEqual([])
  sqlite.run("UPDATE connection SET channel = 'whatsapp' WHERE id = 1")
  await goTo('2026-11-20T11:00')
  expect([schedule(2).error, texts()]).toEqual(['', ['Olá Dona']])
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
    changePlans(world(), { useSchedules })
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

test('keeps the schedules of companies apart', async () => {
  plan()
  world().setTime(at('2026-11-20T10:00'))
  await world().runJobs(2)
  expect(texts()).toEqual([])
  expect(world().ctx(2).db.select().from(messageTable).all()).toEqual([])
})
