import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateConnection } from '../../connection/save-connection'
import { createTalk, type Talk } from '../../testing/bots'
import { findTicketRowOf, openTicket } from '../../testing/conversation'
import { sendMessage } from '../../message/send-message'
import { returnTicket } from '../../ticket/return-ticket'
import { transferTicket } from '../../ticket/transfer-ticket'
import { closeWhenInactive } from './close-inactive'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
})
afterEach(() => talk.stop())

const ticket = () => findTicketRowOf(talk)
const words = { inactiveMessage: 'Ainda está aí?', expiresInactiveMessage: 'Encerramos por aqui' }
const answer = (text = 'Pois não') => sendMessage(talk.ctxAs(talk.bruno), 1, { texts: [text] })

test('the contact is asked once, and the ticket closes when that is met with silence', async () => {
  talk.connect({}, { ...words, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(29)
  expect(talk.hear()).toEqual([])
  await talk.pass(1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Ainda está aí?'], 'open'])
  await talk.pass(9)
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'open'])
  await talk.pass(1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
  await talk.pass(60)
  expect(talk.hear()).toEqual([])
})

test('only messages reset the clock, whoever’s', async () => {
  talk.connect({}, { ...words, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(20)
  talk.write('Só um momento')
  await talk.pass(20)
  await answer()
  await talk.pass(20)
  transferTicket(talk.ctxAs(talk.bruno), 1, { userId: 1, queueId: 1 })
  talk.hear()
  await talk.pass(10)
  expect(talk.hear()).toEqual(['Ainda está aí?'])
  talk.write('Estou!')
  await talk.pass(29)
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'open'])
  await talk.pass(1)
  expect(talk.hear()).toEqual(['Ainda está aí?'])
})

test('without the question only the time of closing counts; without that nothing ever closes', async () => {
  talk.connect({}, { ...words, timeInactiveMessage: 0, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
  await talk.pass(1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('a question without words is a longer time', async () => {
  talk.connect({}, { ...words, inactiveMessage: '', timeInactiveMessage: 5, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(14)
  expect(ticket()?.status).toBe('open')
  await talk.pass(1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('expiresTicket 0 is never', async () => {
  talk.connect({}, { ...words, timeInactiveMessage: 5, expiresTicket: 0 })
  openTicket(talk)
  await talk.pass(60)
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'open'])
})

test('with whenExpiresTicket 1 it is the contact’s silence that counts, not ours', async () => {
  talk.connect({}, { ...words, whenExpiresTicket: 1, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(40)
  expect(ticket()?.status).toBe('open')
  await answer()
  talk.hear()
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
  await talk.pass(2)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('long waiting before somebody took it is not silence', async () => {
  talk.connect({}, { ...words, expiresTicket: 10 })
  talk.write('Oi')
  await talk.pass(60)
  openTicket(talk)
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
})

test('only open tickets: a returned one waits as long as it has to', async () => {
  talk.connect({}, { ...words, expiresTicket: 10 })
  openTicket(talk)
  returnTicket(talk.ctxAs(talk.bruno), 1)
  await talk.pass(30)
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'pending'])
})

test('times that are set later hold for tickets that are open already', async () => {
  openTicket(talk)
  await talk.pass(20)
  talk.connect({ greetingMessage: 'Olá' })
  updateConnection(talk.platform, talk.ctxAs(talk.ana), 1, { ...words, expiresTicket: 60 })
  await talk.pass(10)
  updateConnection(talk.platform, talk.ctxAs(talk.ana), 1, { expiresTicket: 31 })
  // The connection's job puts the tickets' own forward, which run in the next turn.
  await talk.pass(2)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('after downtime the contact is still asked first; a job that runs twice says nothing twice', async () => {
  talk.connect({}, { ...words, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(1)
  await talk.jump(new Date(talk.now().getTime() + 8 * 3_600_000))
  for (const _ of [1, 2]) closeWhenInactive(talk.ctx(1), 1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Ainda está aí?'], 'open'])
  await talk.pass(10)
  for (const _ of [1, 2]) closeWhenInactive(talk.ctx(1), 1)
  expect([talk.hear(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('where the channel’s time to answer has passed, it closes without words that could not be sent', async () => {
  talk.connect({}, { ...words, expiresTicket: 25 * 60 })
  openTicket(talk)
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET channel = 'facebook'")
  await talk.jump(new Date(talk.now().getTime() + 26 * 3_600_000))
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'closed'])
})
