import { afterEach, beforeEach, expect, test } from 'bun:test'
import { saveSetting } from '../../setting/save-setting'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, openTicket, setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { reopenTicket } from '../../ticket/closing/reopen-ticket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'userRating', 'enabled')
  talk.connect(
    { ratingMessage: 'De 1 a 5?', complationMessage: 'Obrigado!' },
    { maxUseBotQueuesNPS: 2, expiresTicketNPS: 10 },
  )
  openTicket(talk)
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: true })
})
afterEach(() => talk.stop())

const ticket = () => findTicketRowOf(talk)

test('records a number from 1 to 5 for the agent, thanks, and closes', () => {
  expect(talk.newTexts()).toEqual(['De 1 a 5?'])
  talk.write(' 4 ')
  expect(ticket()).toMatchObject({ status: 'closed', rating: 4, ratingUserId: 2, userId: 2 })
  expect(talk.newTexts()).toEqual(['Obrigado!'])
})

test('repeats the question up to the limit, and still accepts a number afterwards', () => {
  talk.newTexts()
  talk.connect({ complationMessage: 'Obrigado!' }, { maxUseBotQueuesNPS: 0 })
  talk.write('oi')
  expect(talk.newTexts()).toEqual([])
  talk.connect({}, { maxUseBotQueuesNPS: 2 })
  talk.write('0')
  talk.write('ótimo atendimento')
  expect(talk.newTexts()).toEqual(['De 1 a 5?', 'De 1 a 5?'])
  talk.write('6')
  expect(talk.newTexts()).toEqual([])
  talk.write('5')
  expect([ticket()?.rating, talk.newTexts()]).toEqual([5, ['Obrigado!']])
})

test('ignores a replay of the same event', () => {
  talk.newTexts()
  for (const _ of [1, 2]) talk.write('hm', { id: '3A-again' })
  expect(talk.newTexts()).toEqual(['De 1 a 5?'])
  for (const _ of [1, 2]) talk.write('3', { id: '3A-three' })
  expect(talk.newTexts()).toEqual(['Obrigado!'])
})

test('closes unrated and without a message when the time is up', async () => {
  talk.newTexts()
  await talk.pass(9)
  expect(ticket()?.status).toBe('nps')
  await talk.pass(1)
  expect(ticket()).toMatchObject({ status: 'closed', rating: null })
  expect(talk.newTexts()).toEqual([])
})

test('restarts the time when the question is repeated', async () => {
  await talk.pass(5)
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  reopenTicket(talk.ctxAs(talk.bruno), 1)
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: true })
  await talk.pass(9)
  expect(ticket()?.status).toBe('nps')
  await talk.pass(1)
  expect(ticket()?.status).toBe('closed')
})

test('does not interrupt an agent who writes meanwhile, and still accepts the answer', () => {
  talk.newTexts()
  talk.write('Falo pelo celular', { fromMe: true })
  talk.newTexts()
  talk.write('obrigada')
  expect(talk.newTexts()).toEqual([])
  talk.write('5')
  expect([ticket()?.rating, talk.newTexts()]).toEqual([5, ['Obrigado!']])
})

test('is read during a vacation, whose text answers anything else', () => {
  talk.connect(
    {},
    {
      collectiveVacationStart: '2026-03-10',
      collectiveVacationEnd: '2026-03-10',
      collectiveVacationMessage: 'De férias',
    },
  )
  talk.newTexts()
  talk.write('obrigada')
  expect([ticket()?.status, talk.newTexts()]).toEqual(['nps', ['De férias']])
  talk.write('tchau')
  expect(talk.newTexts()).toEqual([])
  talk.write('5')
  expect([ticket(), talk.newTexts()]).toMatchObject([{ status: 'closed', rating: 5 }, ['Obrigado!']])
})

test('ends unrated when the company no longer asks, so that the contact’s next message waits for an agent', async () => {
  receive(talk, 1, messageEvent({ phone: '5511988880009' }))
  talk.newTexts()
  saveSetting(talk.ctxAs(talk.ana), 'userRating', 'disabled')
  talk.write('5 caixas, por favor')
  expect([ticket()?.status, ticket()?.rating, findTicketRowOf(talk, 3)?.status]).toEqual(['closed', null, 'pending'])
})

test('ends without a word of the contact, while other tickets stay', async () => {
  receive(talk, 1, messageEvent({ phone: '5511988880009' }))
  talk.newTexts()
  saveSetting(talk.ctxAs(talk.ana), 'userRating', 'disabled')
  await talk.runJobs(1)
  expect([ticket(), findTicketRowOf(talk, 2)]).toMatchObject([
    { status: 'closed', rating: null },
    { status: 'pending' },
  ])
  expect(talk.newTexts()).toEqual([])
})

test('stays asked when ratings are switched on again at once', async () => {
  for (const value of ['disabled', 'enabled']) saveSetting(talk.ctxAs(talk.ana), 'userRating', value)
  await talk.runJobs(1)
  expect(ticket()?.status).toBe('nps')
})
