import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createTalk, type Talk } from '../../testing/bots'
import { findTicketRowOf, openTicket, setSetting } from '../../testing/conversation'
import { closeTicket } from '../../ticket/close-ticket'
import { reopenTicket } from '../../ticket/reopen-ticket'

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

test('a number from 1 to 5 is kept for the attendant, thanked for, and closes', () => {
  expect(talk.hear()).toEqual(['De 1 a 5?'])
  talk.write(' 4 ')
  expect(ticket()).toMatchObject({ status: 'closed', rating: 4, ratingUserId: 2, userId: 2 })
  expect(talk.hear()).toEqual(['Obrigado!'])
})

test('anything else asks again, so often and no more; a number still counts then', () => {
  talk.hear()
  talk.write('0')
  talk.write('ótimo atendimento')
  expect(talk.hear()).toEqual(['De 1 a 5?', 'De 1 a 5?'])
  talk.write('6')
  expect(talk.hear()).toEqual([])
  talk.write('5')
  expect([ticket()?.rating, talk.hear()]).toEqual([5, ['Obrigado!']])
})

test('the same event again answers nothing again', () => {
  talk.hear()
  for (const _ of [1, 2]) talk.write('hm', { id: '3A-again' })
  expect(talk.hear()).toEqual(['De 1 a 5?'])
  for (const _ of [1, 2]) talk.write('3', { id: '3A-three' })
  expect(talk.hear()).toEqual(['Obrigado!'])
})

test('without an answer it closes unrated after its time, without a word', async () => {
  talk.hear()
  await talk.pass(9)
  expect(ticket()?.status).toBe('nps')
  await talk.pass(1)
  expect(ticket()).toMatchObject({ status: 'closed', rating: null })
  expect(talk.hear()).toEqual([])
})

test('asked a second time, the time counts from then', async () => {
  await talk.pass(5)
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  reopenTicket(talk.ctxAs(talk.bruno), 1)
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: true })
  await talk.pass(9)
  expect(ticket()?.status).toBe('nps')
  await talk.pass(1)
  expect(ticket()?.status).toBe('closed')
})

test('a person who writes meanwhile is not talked over, and the answer still counts', () => {
  talk.hear()
  talk.write('Falo pelo celular', { fromMe: true })
  talk.hear()
  talk.write('obrigada')
  expect(talk.hear()).toEqual([])
  talk.write('5')
  expect([ticket()?.rating, talk.hear()]).toEqual([5, ['Obrigado!']])
})
