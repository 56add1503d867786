import { afterEach, beforeEach, expect, test } from 'bun:test'
import { saveCompanySchedule } from '../../queue/hours/company-schedule'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, everyDay, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, openTicket, setSetting } from '../../testing/conversation/conversation'
import { groupMessageEvent, receive } from '../../testing/conversation/inbound'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'

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

test('informs the contact outside the connection’s hours, and the ticket waits', async () => {
  closedAll()
  talk.write('Oi')
  expect(talk.newTexts()).toEqual(['Abrimos às 13h, Dona'])
  expect(findTicketRowOf(talk)).toMatchObject({ status: 'pending', unreadMessages: 1 })
  await talk.pass(125)
  talk.write('E agora?')
  expect(talk.newTexts()).toEqual([])
})

test('limits the message per ticket and to once in five minutes', async () => {
  closedAll({ maxUseBotQueues: 2 })
  for (const minutes of [0, 4, 1, 6, 6]) {
    await talk.pass(minutes)
    talk.write('Oi')
  }
  expect(talk.newTexts()).toHaveLength(2)
  closedAll({ maxUseBotQueues: 0 })
  await talk.pass(6)
  talk.write('Oi')
  expect(talk.newTexts()).toHaveLength(1)
})

test('uses the company’s text for the company’s hours, else the connection’s', async () => {
  setSetting(talk, 'scheduleType', 'company')
  talk.connect({ outOfHoursMessage: 'Conexão fechada', schedules: everyDay('00:00-23:59') })
  saveCompanySchedule(talk.ctxAs(talk.ana), { schedules: afternoon, msg: 'Empresa fechada' })
  talk.write('Oi')
  expect(talk.newTexts()).toEqual(['Empresa fechada'])
  saveCompanySchedule(talk.ctxAs(talk.ana), { schedules: everyDay('00:00-23:59'), msg: 'Empresa fechada' })
  await talk.pass(6)
  talk.write('Oi')
  expect(talk.newTexts()).toEqual([])
})

test('applies a queue’s hours once the ticket is in it', () => {
  setSetting(talk, 'scheduleType', 'queue')
  updateQueue(talk.ctxAs(talk.ana), 1, { schedules: afternoon, outOfHoursMessage: 'Vendas abre às 13h' })
  talk.write('Oi')
  expect(talk.newTexts()).toEqual([])
  setTicketQueue(talk.ctx(1), 1, 1)
  talk.write('Alguém?')
  expect(talk.newTexts()).toEqual(['Vendas abre às 13h'])
})

test('sends nothing on an open ticket, and sends again after its return', async () => {
  closedAll()
  talk.connect({ schedules: [] })
  openTicket(talk)
  closedAll()
  talk.write('Estou aqui')
  expect(talk.newTexts()).toEqual([])
  returnTicket(talk.ctxAs(talk.bruno), 1)
  talk.write('E agora?')
  expect(talk.newTexts()).toHaveLength(1)
})

test('sends nothing after a person wrote on the paired phone', () => {
  closedAll()
  talk.write('Posso ajudar?', { fromMe: true })
  talk.newTexts()
  talk.write('Pode')
  expect(talk.newTexts()).toEqual([])
})

test('informs a group only where groups are ordinary tickets', () => {
  closedAll()
  receive(talk, 1, groupMessageEvent({ text: 'Pessoal' }))
  expect(talk.newTexts()).toEqual([])
  talk.connect({ groupAsTicket: true })
  receive(talk, 1, groupMessageEvent({ chat: { addresses: [{ kind: 'group', value: '120363000000000002' }] } }))
  expect(talk.newTexts()).toHaveLength(1)
})

test('sends the vacation text once per ticket, and nothing else', () => {
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
  expect(talk.newTexts()).toEqual(['De férias'])
})

test('the vacation’s days are the company’s calendar’s, both included', async () => {
  const vacation = { collectiveVacationStart: '2026-03-11', collectiveVacationEnd: '2026-03-12' }
  talk.connect({}, { ...vacation, collectiveVacationMessage: 'De férias' })
  const said: string[][] = []
  for (const at of ['2026-03-11T02:59:00Z', '2026-03-11T03:00:00Z', '2026-03-13T02:59:00Z', '2026-03-13T03:00:00Z']) {
    talk.ctx(1).company.sqlite.run('DELETE FROM ticket_notice')
    await talk.jump(new Date(at))
    talk.write('Oi')
    said.push(talk.newTexts())
  }
  expect(said).toEqual([[], ['De férias'], ['De férias'], []])
})
