import { afterEach, beforeEach, expect, test } from 'bun:test'
import { saveCompanySchedule } from '../../queue/company-schedule'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, everyDay, type Talk } from '../../testing/bots'
import { findTicketRowOf, openTicket, setSetting } from '../../testing/conversation'
import { groupMessageEvent, receive } from '../../testing/inbound'
import { returnTicket } from '../../ticket/return-ticket'
import { setTicketQueue } from '../../ticket/set-ticket-queue'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
})
afterEach(() => talk.stop())

const afternoon = everyDay('13:00-18:00')
const closedAll = (options = {}) => {
  setSetting(talk, 'scheduleType', 'connection')
  talk.connect({ schedules: afternoon, outOfHoursMessage: 'Abrimos às 13h, {{firstName}}' }, options)
}

test('outside the connection’s hours the contact is told, and the ticket waits', async () => {
  closedAll()
  talk.write('Oi')
  expect(talk.hear()).toEqual(['Abrimos às 13h, Dona'])
  expect(findTicketRowOf(talk)).toMatchObject({ status: 'pending', unreadMessages: 1 })
  await talk.pass(125)
  talk.write('E agora?')
  expect(talk.hear()).toEqual([])
})

test('at most so often a ticket, and not more often than every five minutes', async () => {
  closedAll({ maxUseBotQueues: 2 })
  for (const minutes of [0, 4, 1, 6, 6]) {
    await talk.pass(minutes)
    talk.write('Oi')
  }
  expect(talk.hear()).toHaveLength(2)
  closedAll({ maxUseBotQueues: 0 })
  await talk.pass(6)
  talk.write('Oi')
  expect(talk.hear()).toHaveLength(1)
})

test('the company’s hours have the company’s text, else the connection’s', async () => {
  setSetting(talk, 'scheduleType', 'company')
  talk.connect({ outOfHoursMessage: 'Conexão fechada', schedules: everyDay('00:00-23:59') })
  saveCompanySchedule(talk.ctxAs(talk.ana), { schedules: afternoon, msg: 'Empresa fechada' })
  talk.write('Oi')
  expect(talk.hear()).toEqual(['Empresa fechada'])
  saveCompanySchedule(talk.ctxAs(talk.ana), { schedules: everyDay('00:00-23:59'), msg: 'Empresa fechada' })
  await talk.pass(6)
  talk.write('Oi')
  expect(talk.hear()).toEqual([])
})

test('a queue’s hours hold once the ticket is in it', () => {
  setSetting(talk, 'scheduleType', 'queue')
  updateQueue(talk.ctxAs(talk.ana), 1, { schedules: afternoon, outOfHoursMessage: 'Vendas abre às 13h' })
  talk.write('Oi')
  expect(talk.hear()).toEqual([])
  setTicketQueue(talk.ctx(1), 1, 1)
  talk.write('Alguém?')
  expect(talk.hear()).toEqual(['Vendas abre às 13h'])
})

test('nothing of it on an open ticket; on a returned one again', async () => {
  closedAll()
  talk.connect({ schedules: [] })
  openTicket(talk)
  closedAll()
  talk.write('Estou aqui')
  expect(talk.hear()).toEqual([])
  returnTicket(talk.ctxAs(talk.bruno), 1)
  talk.write('E agora?')
  expect(talk.hear()).toHaveLength(1)
})

test('a person on the paired phone is not talked over', () => {
  closedAll()
  talk.write('Posso ajudar?', { fromMe: true })
  talk.hear()
  talk.write('Pode')
  expect(talk.hear()).toEqual([])
})

test('a group hears it only where groups are ordinary tickets', () => {
  closedAll()
  receive(talk, 1, groupMessageEvent({ text: 'Pessoal' }))
  expect(talk.hear()).toEqual([])
  talk.connect({ groupAsTicket: true })
  receive(talk, 1, groupMessageEvent({ chat: { addresses: [{ kind: 'group', value: '120363000000000002' }] } }))
  expect(talk.hear()).toHaveLength(1)
})

test('on vacation its text goes once a ticket, and nothing else is said', () => {
  closedAll()
  talk.connect(
    { complationMessage: 'Tchau' },
    {
      collectiveVacationStart: '2026-03-10',
      collectiveVacationEnd: '2026-03-10',
      collectiveVacationMessage: 'De férias',
    },
  )
  for (const text of ['Oi', 'Oi?']) talk.write(text)
  expect(talk.hear()).toEqual(['De férias'])
})

test('the vacation’s days are the company’s calendar’s, both included', async () => {
  const vacation = { collectiveVacationStart: '2026-03-11', collectiveVacationEnd: '2026-03-12' }
  talk.connect({}, { ...vacation, collectiveVacationMessage: 'De férias' })
  const said: string[][] = []
  for (const at of ['2026-03-11T02:59:00Z', '2026-03-11T03:00:00Z', '2026-03-13T02:59:00Z', '2026-03-13T03:00:00Z']) {
    talk.ctx(1).company.sqlite.run('DELETE FROM ticket_notice')
    await talk.jump(new Date(at))
    talk.write('Oi')
    said.push(talk.hear())
  }
  expect(said).toEqual([[], ['De férias'], ['De férias'], []])
})
