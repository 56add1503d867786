import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateQueue } from '../queue/queue.commands'
import { createTalk, type Talk } from '../testing/bots'
import { findTicketRowOf, listMessageRows, setSetting } from '../testing/conversation'
import { acceptTicket } from '../ticket/accept-ticket'
import { closeTicket } from '../ticket/close-ticket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá' }, { maxUseBotQueues: 0, timeUseBotQueues: 0 })
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const notes = () => listMessageRows(talk).filter(({ isPrivate }) => isPrivate)
const events = () =>
  talk.ctx(1).company.sqlite.query<{ data: string }, []>("SELECT data FROM event WHERE type = 'bot.loopStopped'").all()
const note =
  'As respostas automáticas foram pausadas neste atendimento: as mensagens do contato parecem vir de outro robô.'

test('the same text five times in a minute: bots fall silent, colleagues are told once, a person takes over', () => {
  for (let times = 0; times < 4; times++) talk.write('Bem-vindo! Em que posso ajudar?')
  expect(talk.hear()).toHaveLength(4)
  for (let times = 0; times < 30; times++) talk.write('Bem-vindo! Em que posso ajudar?')
  expect(talk.hear()).toEqual([])
  expect(notes()).toMatchObject([{ body: note, userId: null, sendState: null }])
  expect(events()).toHaveLength(1)
  expect(ticket()).toMatchObject({
    status: 'pending',
    automation: { kind: 'paused' },
    isBot: false,
    unreadMessages: 34,
  })
})

test('more than twenty of our answers to the same in five minutes are a loop, whatever it says', async () => {
  for (let times = 0; times < 15; times++) talk.write('9')
  await talk.pass(5)
  for (let times = 0; times < 15; times++) talk.write('9')
  expect(talk.hear()).toHaveLength(30)
  await talk.pass(4)
  for (let times = 0; times < 15; times++) talk.write('9')
  expect(talk.hear()).toHaveLength(6)
  expect(notes()).toHaveLength(1)
})

test('a bot that never writes the same twice is stopped, too', () => {
  for (let times = 0; times < 200; times++) talk.write(`Protocolo ${times} recebido`)
  expect(talk.hear()).toHaveLength(61)
  expect(notes()).toHaveLength(1)
})

test('people are answered: a number chosen again and again, photos in a row, and words of others', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Vendas' })
  for (let times = 0; times < 6; times++) talk.write('9')
  expect(talk.hear()).toHaveLength(6)
  const photo = { kind: 'image', text: '', mimeType: 'image/png', source: {} } as const
  for (let times = 0; times < 6; times++) talk.write('', { content: photo })
  expect(talk.hear()).toHaveLength(6)
  for (const text of ['oi', 'alguém?', 'oi', 'por favor', 'oi', 'oi', '1']) talk.write(text)
  expect(talk.hear().at(-1)).toBe('Vendas')
  expect([notes(), events()]).toEqual([[], []])
})

test('a contact who repeats themselves where no bot speaks is nobody’s loop', () => {
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
  talk.write('oi')
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.ctx(1).company.sqlite.run('DELETE FROM message WHERE from_me = 1')
  for (let times = 0; times < 9; times++) talk.write('cadê?')
  expect(notes()).toEqual([])
})

test('what refuses audio on a ticket that a person attends is stopped as well', () => {
  setSetting(talk, 'acceptAudioMessageContact', 'disabled')
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
  talk.write('oi')
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.hear()
  const audio = { kind: 'audio', text: '', mimeType: 'audio/ogg', source: {} } as const
  for (let times = 0; times < 50; times++) talk.write('', { content: audio })
  // With the menu that answered before.
  expect(talk.hear()).toHaveLength(20)
})

test('on the next ticket bots answer again', async () => {
  for (let times = 0; times < 6; times++) talk.write('Bem-vindo!')
  talk.hear()
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  await talk.pass(2)
  talk.hear()
  talk.write('Oi, sou eu mesma')
  expect(talk.hear()).toHaveLength(1)
})
