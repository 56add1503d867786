import { afterEach, beforeEach, expect, test } from 'bun:test'
import { queueAutomaticText } from '../message/send/queue-message'
import { updateQueue } from '../queue/queue.commands'
import { createTalk, type Talk, tuesday } from '../testing/bot/bots'
import { addConnection } from '../testing/conversation/connections'
import { findTicketRowOf, listMessageRows, setSetting } from '../testing/conversation/conversation'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { closeTicket } from '../ticket/closing/close-ticket'
import { returnTicket } from '../ticket/assignment/return-ticket'

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

test('silences bots on the same text five times a minute, notes it once, and leaves the ticket to an agent', () => {
  for (let times = 0; times < 4; times++) talk.write('Bem-vindo! Em que posso ajudar?')
  expect(talk.newTexts()).toHaveLength(4)
  for (let times = 0; times < 30; times++) talk.write('Bem-vindo! Em que posso ajudar?')
  expect(talk.newTexts()).toEqual([])
  expect(notes()).toMatchObject([{ body: note, userId: null, sendState: null }])
  expect(events()).toHaveLength(1)
  expect(ticket()).toMatchObject({
    status: 'pending',
    automation: { kind: 'paused' },
    isBot: false,
    unreadMessages: 34,
  })
})

test('silences bots after more than twenty answers to the same text in five minutes', async () => {
  for (let times = 0; times < 15; times++) talk.write('9')
  await talk.pass(5)
  for (let times = 0; times < 15; times++) talk.write('9')
  expect(talk.newTexts()).toHaveLength(30)
  await talk.pass(4)
  for (let times = 0; times < 15; times++) talk.write('9')
  expect(talk.newTexts()).toHaveLength(6)
  expect(notes()).toHaveLength(1)
})

test('answers each of thirty messages that arrive late, as after an outage', () => {
  const outageMs = tuesday.getTime() - 3_600_000
  for (let times = 0; times < 30; times++) talk.write(`Pergunta ${times}`, { atMs: outageMs + times * 1_000 })
  expect(talk.newTexts()).toHaveLength(30)
  expect(notes()).toEqual([])
})

test('stops a bot that never repeats itself', () => {
  for (let times = 0; times < 200; times++) talk.write(`Protocolo ${times} recebido`)
  expect(talk.newTexts()).toHaveLength(61)
  expect(notes()).toHaveLength(1)
})

test('answers people: a number chosen repeatedly, several photos, and different texts', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Vendas' })
  for (let times = 0; times < 6; times++) talk.write('9')
  expect(talk.newTexts()).toHaveLength(6)
  const photo = { kind: 'image', text: '', mimeType: 'image/png', source: {} } as const
  for (let times = 0; times < 6; times++) talk.write('', { content: photo })
  expect(talk.newTexts()).toHaveLength(6)
  for (const text of ['oi', 'alguém?', 'oi', 'por favor', 'oi', 'oi', '1']) talk.write(text)
  expect(talk.newTexts().at(-1)).toBe('Vendas')
  expect([notes(), events()]).toEqual([[], []])
})

test('detects no loop for a contact who repeats a text where no bot answers', () => {
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
  talk.write('oi')
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.ctx(1).company.sqlite.run('DELETE FROM message WHERE from_me = 1')
  for (let times = 0; times < 9; times++) talk.write('cadê?')
  expect(notes()).toEqual([])
})

test('stops audio rejection on a ticket that an agent attends', () => {
  setSetting(talk, 'acceptAudioMessageContact', 'disabled')
  setSetting(talk, 'sendGreetingAccepted', 'disabled')
  talk.write('oi')
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.newTexts()
  const audio = { kind: 'audio', text: '', mimeType: 'audio/ogg', source: {} } as const
  for (let times = 0; times < 50; times++) talk.write('', { content: audio })
  // Includes the menu before.
  expect(talk.newTexts()).toHaveLength(20)
})

test('answers again on the next ticket', async () => {
  for (let times = 0; times < 6; times++) talk.write('Bem-vindo!')
  talk.newTexts()
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  await talk.pass(2)
  talk.newTexts()
  talk.write('Oi, sou eu mesma')
  expect(talk.newTexts()).toHaveLength(1)
})

test('lets a bot reply to each message with many of its own', () => {
  talk.ports.bots = [
    {
      kind: 'test.chatty',
      statuses: ['pending'],
      start(ctx, { ticket: row }) {
        for (let bubble = 0; bubble < 15; bubble++) queueAutomaticText(ctx, row, `bubble ${bubble}`)
        return 'handled'
      },
    },
  ]
  for (const text of ['oi', '1', '1', '1', '2', 'não']) talk.write(text)
  expect(talk.newTexts()).toHaveLength(90)
  expect(notes()).toEqual([])
})

test.each([
  ['sixth equal answer', 5, () => '1', 25],
  ['25th message', 3, (message: number) => `Pergunta ${message}`, 72],
])('stops a bot of many replies at the %s', (_, bubbles, textOf, answers) => {
  talk.ports.bots = [
    {
      kind: 'test.chatty',
      statuses: ['pending'],
      start(ctx, { ticket: row }) {
        for (let bubble = 0; bubble < bubbles; bubble++) queueAutomaticText(ctx, row, `bubble ${bubble}`)
        return 'handled'
      },
    },
  ]
  for (let message = 0; message < 30; message++) talk.write(textOf(message))
  expect([talk.newTexts().length, notes().length]).toEqual([answers, 1])
})

test('stops a contact that starts more than forty conversations a day which nobody attends', async () => {
  const start = (times: number) => {
    for (let time = 0; time < times; time++) {
      talk.write(`Protocolo ${time}`)
      talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
    }
    return talk.newTexts().length
  }
  expect(start(20)).toBe(20)
  await talk.jump(new Date(talk.now().getTime() + 25 * 3_600_000))
  expect(start(45)).toBe(40)
  expect(notes()).toHaveLength(5)
  addConnection(talk, { name: 'Outra' })
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET connection_id = 2')
  expect(start(1)).toBe(1)
})

test('leaves out what exceeds twenty messages in reply to one, says so once, and answers the next one', async () => {
  talk.ports.bots = [
    {
      kind: 'test.chatty',
      statuses: ['pending'],
      start(ctx, { ticket: row }) {
        for (let bubble = 0; bubble < 30; bubble++) queueAutomaticText(ctx, row, `bubble ${bubble}`)
        return 'handled'
      },
    },
  ]
  talk.write('oi', { phone: '5511977770010' })
  for (const said of ['oi', 'e aí?']) {
    await talk.pass(1)
    talk.newTexts()
    talk.write(said)
    expect(talk.newTexts().at(-1)).toBe('bubble 19')
  }
  const limit = expect.stringContaining('20 mensagens automáticas seguidas')
  expect(notes().map(({ ticketId, body }) => [ticketId, body])).toEqual([1, 2, 2].map((id) => [id, limit]))
  // Messages that a user's action causes are not limited.
  setSetting(talk, 'sendGreetingAccepted', 'enabled')
  setSetting(talk, 'greetingAcceptedMessage', 'Eu atendo')
  talk.newTexts()
  acceptTicket(talk.ctxAs(talk.ana), 2, { queueId: 1 })
  expect(talk.newTexts()).toEqual(['Eu atendo'])
})

test('stops after 200 slow exchanges within a week, counted from the last word of a person', async () => {
  const exchange = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await talk.jump(new Date(talk.now().getTime() + 90_000))
      talk.write(`Protocolo ${time} recebido`)
    }
    return talk.newTexts().length
  }
  expect(await exchange(199)).toBe(199)
  const ana = await talk.as(talk.ana)
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  expect((await ana.post('/messages/1', { body: 'Posso ajudar?' })).status).toBe(200)
  returnTicket(talk.ctxAs(talk.ana), 1)
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL')
  talk.newTexts()
  expect(await exchange(250)).toBe(200)
  expect(notes()).toHaveLength(1)
})
