import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateConnection } from '../../connection/save/save-connection'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, openTicket } from '../../testing/conversation/conversation'
import { sendMessage } from '../../message/send/send-message'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import { closeWhenInactive } from './close-inactive'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
})
afterEach(() => talk.stop())

const ticket = () => findTicketRowOf(talk)
const texts = { inactiveMessage: 'Ainda está aí?', expiresInactiveMessage: 'Encerramos por aqui' }
const answer = (text = 'Pois não') => sendMessage(talk.ctxAs(talk.bruno), 1, { texts: [text] })

test('asks the contact once, and closes after silence', async () => {
  talk.connect({}, { ...texts, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(29)
  expect(talk.newTexts()).toEqual([])
  await talk.pass(1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Ainda está aí?'], 'open'])
  await talk.pass(9)
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'open'])
  await talk.pass(1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
  await talk.pass(60)
  expect(talk.newTexts()).toEqual([])
})

test('resets the time only on messages, of either side', async () => {
  talk.connect({}, { ...texts, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(20)
  talk.write('Só um momento')
  await talk.pass(20)
  await answer()
  await talk.pass(20)
  transferTicket(talk.ctxAs(talk.bruno), 1, { userId: 1, queueId: 1 })
  talk.newTexts()
  await talk.pass(10)
  expect(talk.newTexts()).toEqual(['Ainda está aí?'])
  talk.write('Estou!')
  await talk.pass(29)
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'open'])
  await talk.pass(1)
  expect(talk.newTexts()).toEqual(['Ainda está aí?'])
})

test('closes by the closing time alone without a warning, and never without a time', async () => {
  talk.connect({}, { ...texts, timeInactiveMessage: 0, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
  await talk.pass(1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('treats a warning without text as a longer time', async () => {
  talk.connect({}, { ...texts, inactiveMessage: '', timeInactiveMessage: 5, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(14)
  expect(ticket()?.status).toBe('open')
  await talk.pass(1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('never closes with expiresTicket 0', async () => {
  talk.connect({}, { ...texts, timeInactiveMessage: 5, expiresTicket: 0 })
  openTicket(talk)
  await talk.pass(60)
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'open'])
})

test('counts only the contact’s silence with whenExpiresTicket 1', async () => {
  talk.connect({}, { ...texts, whenExpiresTicket: 1, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(40)
  expect(ticket()?.status).toBe('open')
  await answer()
  talk.newTexts()
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
  await talk.pass(2)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('does not count the wait before acceptance as silence', async () => {
  talk.connect({}, { ...texts, expiresTicket: 10 })
  talk.write('Oi')
  await talk.pass(60)
  openTicket(talk)
  await talk.pass(9)
  expect(ticket()?.status).toBe('open')
})

test('watches open tickets only, and not returned ones', async () => {
  talk.connect({}, { ...texts, expiresTicket: 10 })
  openTicket(talk)
  returnTicket(talk.ctxAs(talk.bruno), 1)
  await talk.pass(30)
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'pending'])
})

test('applies changed times to tickets that are open already', async () => {
  openTicket(talk)
  await talk.pass(20)
  talk.connect({ greetingMessage: 'Olá' })
  await updateConnection(talk.platform, talk.ctxAs(talk.ana), 1, { ...texts, expiresTicket: 60 })
  await talk.pass(10)
  await updateConnection(talk.platform, talk.ctxAs(talk.ana), 1, { expiresTicket: 31 })
  // The connection's job reschedules the jobs of its tickets, which run in the next turn.
  await talk.pass(2)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('still warns the contact after downtime, and sends nothing twice when a job runs twice', async () => {
  talk.connect({}, { ...texts, timeInactiveMessage: 30, expiresTicket: 10 })
  openTicket(talk)
  await talk.pass(1)
  await talk.jump(new Date(talk.now().getTime() + 8 * 3_600_000))
  for (const _ of [1, 2]) closeWhenInactive(talk.ctx(1), 1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Ainda está aí?'], 'open'])
  await talk.pass(10)
  for (const _ of [1, 2]) closeWhenInactive(talk.ctx(1), 1)
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Encerramos por aqui'], 'closed'])
})

test('closes without texts when the channel’s reply window has passed', async () => {
  talk.connect({}, { ...texts, expiresTicket: 25 * 60 })
  openTicket(talk)
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET channel = 'facebook'")
  await talk.jump(new Date(talk.now().getTime() + 26 * 3_600_000))
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'closed'])
})
