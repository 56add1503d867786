import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { connectionQueueTable } from '../../connection/connection.tables'
import { toggleContact } from '../../contact/contact.commands'
import { recordFile, stageFile } from '../../kernel/file/media-store'
import { ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, everyDay, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation/conversation'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { listTicketLog } from '../../ticket/history/ticket-log.view'
import { snoozeTicket } from '../../ticket/change/snooze-ticket'
import { returnTicket } from '../../ticket/assignment/return-ticket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá, {{firstName}}!', complationMessage: 'Até logo' })
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const menu = 'Olá, Dona!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte\n\n*[ Sair ]* - Encerrar atendimento'
const log = () =>
  listTicketLog(talk.ctx(1), 1)
    .map(({ type }) => type)
    .reverse()
const onlyVendas = () => talk.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 2')

test('sends the greeting and a numbered list for several queues, and a number chooses', () => {
  talk.write('2')
  expect([talk.newTexts(), ticket()]).toEqual([[menu], expect.objectContaining({ queueId: null, isBot: true })])
  updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Suporte, em que ajudo?' })
  talk.write('2')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: false })
  expect(talk.newTexts()).toEqual(['Suporte, em que ajudo?'])
  expect(log()).toEqual(['create', 'chatBot', 'queue'])
})

test('sends the menu as text where buttons or a list are configured', () => {
  for (const type of ['button', 'list']) {
    setSetting(talk, 'chatBotType', type)
    talk.write('Oi')
    expect(talk.newTexts()).toEqual([menu])
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  }
})

test('lists the queues in their order', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { orderQueue: 9 })
  talk.write('Oi')
  expect(talk.newTexts()[0]).toContain('*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas')
  talk.write('1')
  expect(ticket()?.queueId).toBe(2)
})

test('repeats the menu on invalid answers up to the limit, and still accepts a number afterwards', () => {
  talk.connect({}, { maxUseBotQueues: 2 })
  talk.write('Oi')
  talk.newTexts()
  for (const text of ['3', 'vendas', '0']) talk.write(text)
  const invalid = `Opção inválida. Por favor, escolha uma opção válida.\n\n${menu}`
  expect(talk.newTexts()).toEqual([invalid, invalid])
  talk.write('1')
  expect(ticket()?.queueId).toBe(1)
})

test('repeats without limit if none is set, but not within timeUseBotQueues of the last', async () => {
  talk.connect({}, { maxUseBotQueues: 0, timeUseBotQueues: 10 })
  talk.write('Oi')
  talk.newTexts()
  for (let minute = 0; minute < 25; minute += 5) {
    talk.write('hm')
    await talk.pass(5)
  }
  expect(talk.newTexts()).toHaveLength(2)
})

test('returns to the menu on “#”, also from a chosen queue, and leaves on “sair”', () => {
  talk.write('Oi')
  talk.write('1')
  talk.newTexts()
  talk.write('#')
  expect([ticket()?.queueId, talk.newTexts()]).toEqual([null, [menu]])
  talk.write('2')
  talk.write(' Sair ')
  expect(ticket()).toMatchObject({ status: 'closed', rating: null })
  expect(talk.newTexts()).toEqual(['Até logo'])
})

test('asks nothing of a contact whose bot is switched off', () => {
  toggleContact(talk.ctx(1), 1, 'disableBot', true)
  for (const text of ['Oi', '1']) talk.write(text)
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([[], null])
  onlyVendas()
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  talk.write('Oi')
  expect([talk.newTexts(), ticket(2)?.queueId]).toEqual([[], 1])
})

test('the options of the only queue lead back nowhere', () => {
  onlyVendas()
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  const chatbots = v.parse(ChatbotTree, [{ name: 'Sofás' }, { name: 'Mesas' }])
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Loja', chatbots })
  talk.write('Oi')
  expect(talk.newTexts()).toEqual(['Loja\n\n*[ 1 ]* - Sofás\n*[ 2 ]* - Mesas\n\n*[ Sair ]* - Encerrar atendimento'])
})

test('offers buttons or a list within the limits of the channel, else a text', () => {
  const { sqlite } = talk.ctx(1).company
  talk.connect({ channel: 'whatsappapi' })
  const style = (type: string, names: readonly string[]) => {
    setSetting(talk, 'chatBotType', type)
    sqlite.run("UPDATE ticket SET status = 'closed'")
    sqlite.run('DELETE FROM connection_queue')
    for (const [index, name] of names.entries()) {
      const color = `#00${1000 + index}`
      sqlite.run('INSERT OR IGNORE INTO queue (id, name, color, created_at, updated_at) VALUES (?, ?, ?, 0, 0)', [
        100 + index,
        name,
        color,
      ])
      sqlite.run('UPDATE queue SET name = ? WHERE id = ?', [name, 100 + index])
      talk
        .ctx(1)
        .db.insert(connectionQueueTable)
        .values({ connectionId: 1, queueId: 100 + index })
        .run()
    }
    talk.write('Oi')
    return talk.ourRows().at(-1)?.data?.menu?.style
  }
  const named = (count: number) => Array.from({ length: count }, (_, index) => `Fila ${index}`)
  expect([style('button', named(3)), style('button', named(4)), style('list', named(3))]).toEqual([
    'button',
    'list',
    'list',
  ])
  expect([style('list', named(10)), style('list', named(11)), style('text', named(3))]).toEqual([
    'list',
    undefined,
    undefined,
  ])
  expect([style('button', ['A', 'b'.repeat(20)]), style('button', ['A', 'b'.repeat(21)])]).toEqual(['button', 'list'])
  expect([style('button', ['A', 'A ']), style('button', ['A', ' '])]).toEqual(['list', undefined])
})

test('assigns a single queue at once, and greets once where enabled', () => {
  onlyVendas()
  talk.write('Oi')
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([[], 1])
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  for (const text of ['Oi', '1', '#', 'sair']) talk.write(text)
  expect([talk.newTexts(), ticket(2)]).toEqual([
    ['Olá, Dona!'],
    expect.objectContaining({ status: 'pending', queueId: 1 }),
  ])
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Aqui é Vendas' })
  talk.write('Oi')
  expect(talk.newTexts()).toEqual(['Aqui é Vendas'])
})

test('sends nothing without queues, and the ticket waits', () => {
  talk.ctx(1).db.delete(connectionQueueTable).run()
  talk.write('Oi')
  expect([talk.newTexts(), ticket()?.status]).toEqual([[], 'pending'])
})

test('ends when a user accepts or writes, and starts again on return without a queue', () => {
  talk.write('Oi')
  talk.write('Já te atendo', { fromMe: true })
  talk.newTexts()
  for (const text of ['1', 'sair', '#']) talk.write(text)
  expect([talk.newTexts(), ticket()]).toEqual([[], expect.objectContaining({ status: 'pending', queueId: null })])
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.write('2')
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([[], 1])
  returnTicket(talk.ctxAs(talk.ana), 1)
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL')
  talk.write('Tem alguém?')
  expect(talk.newTexts()).toEqual([menu])
})

test('sends the greeting’s file as a separate file', async () => {
  const ctx = talk.ctx(1)
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const staged = await stageFile(ctx, picture, 'loja.png', 'image/png')
  const media = ctx.transaction(() => recordFile(ctx, staged, 'connection', 1))
  talk.connect({ greetingMediaId: media.id })
  talk.write('Oi')
  const [row, ...more] = talk.ourRows()
  expect(more).toEqual([])
  expect(row).toMatchObject({ body: menu, mediaType: 'image', data: { file: { name: 'loja.png' } } })
  expect(row?.mediaId).not.toBe(media.id)
  const files = ctx.company.sqlite.query<{ key: string }, []>('SELECT key FROM media').all()
  expect(new Set(files.map(({ key }) => key)).size).toBe(2)
})

test('sends the menu after the greeting’s file where files carry no captions', async () => {
  const ctx = talk.ctx(1)
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const staged = await stageFile(ctx, picture, 'loja.png', 'image/png')
  const media = ctx.transaction(() => recordFile(ctx, staged, 'connection', 1))
  talk.connect({ greetingMediaId: media.id, channel: 'facebook' })
  talk.write('Oi')
  expect(talk.ourRows().map(({ body, mediaType }) => [body, mediaType])).toEqual([
    ['', 'image'],
    [menu, null],
  ])
})

test('closes an information queue after its greeting, without a farewell', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Rua A, 10', closeTicket: true })
  talk.write('Oi')
  talk.newTexts()
  talk.write('1')
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Rua A, 10'], 'closed'])
})

test('sends a closed queue’s out-of-hours text in place of its greeting', () => {
  setSetting(talk, 'scheduleType', 'queue')
  const closed = { schedules: everyDay('20:00-22:00'), outOfHoursMessage: 'Só à noite' }
  updateQueue(talk.ctxAs(talk.ana), 1, { ...closed, greetingMessage: 'Vendas' })
  talk.write('Oi')
  talk.newTexts()
  talk.write('1')
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([['Só à noite'], 1])
})

test('counts only unassigned tickets for the position in the queue', () => {
  setSetting(talk, 'sendQueuePosition', 'enabled')
  setSetting(talk, 'sendQueuePositionMessage', 'Sua posição:')
  for (const phone of ['5511977770010', '5511977770011']) {
    talk.write('Oi', { phone })
    talk.write('1', { phone })
  }
  expect(talk.newTexts().filter((text) => text.startsWith('Sua'))).toEqual(['Sua posição: *1*', 'Sua posição: *2*'])
  talk.write('Oi')
  talk.write('2')
  expect(talk.newTexts().at(-1)).toBe('Sua posição: *1*')
})

test('does not count snoozed tickets for the position in the queue', () => {
  setSetting(talk, 'sendQueuePosition', 'enabled')
  setSetting(talk, 'sendQueuePositionMessage', 'Sua posição:')
  const choose = (phone: string) => {
    talk.write('Oi', { phone })
    talk.write('1', { phone })
    return talk.newTexts().at(-1)
  }
  expect([choose('5511977770010'), choose('5511977770011')]).toEqual(['Sua posição: *1*', 'Sua posição: *2*'])
  const ctx = talk.ctxAs(talk.bruno)
  snoozeTicket(ctx, 1, new Date(ctx.now.getTime() + 3_600_000).toISOString())
  expect(choose('5511977770012')).toBe('Sua posição: *2*')
})

test('moves the ticket to the connection’s queue when nothing is chosen in time', async () => {
  talk.connect({}, { timeSendQueue: 15, sendIdQueue: 2 })
  talk.write('Oi')
  await talk.pass(14)
  expect(ticket()?.queueId).toBe(null)
  await talk.pass(1)
  expect(ticket()).toMatchObject({ queueId: 2, status: 'pending', isBot: false })
  expect(log()).toEqual(['create', 'chatBot', 'redirect'])
  talk.newTexts()
  await talk.pass(20)
  expect([log().length, talk.newTexts()]).toEqual([3, []])
})

test('keeps a choice made in time, and waits again when it is taken back', async () => {
  talk.connect({}, { timeSendQueue: 15, sendIdQueue: 2 })
  talk.write('Oi')
  talk.write('1')
  await talk.pass(16)
  expect(ticket()?.queueId).toBe(1)
  talk.write('#')
  await talk.pass(14)
  expect(ticket()?.queueId).toBe(null)
  await talk.pass(1)
  expect(ticket()?.queueId).toBe(2)
})

test('moves no ticket that has ended or an agent has, and tells no position where bots are off', async () => {
  talk.connect({}, { timeSendQueue: 15, sendIdQueue: 2 })
  setSetting(talk, 'sendQueuePosition', 'enabled')
  setSetting(talk, 'sendQueuePositionMessage', 'Sua posição:')
  const phones = [0, 1, 2, 3, 4].map((last) => `551197777001${last}`)
  for (const phone of phones) talk.write('Oi', { phone })
  talk.write('Sair', { phone: phones[0] })
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET user_id = 2 WHERE id = 2')
  talk.write('Já volto', { phone: phones[2], fromMe: true })
  toggleContact(talk.ctx(1), ticket(4)?.contactId ?? 0, 'disableBot', true)
  talk.newTexts()
  await talk.pass(16)
  expect([1, 2, 3, 4, 5].map((id) => ticket(id)?.queueId)).toEqual([null, null, 2, 2, 2])
  expect(talk.newTexts()).toEqual(['Sua posição: *3*'])
})

test('rolls back the received message when its answer fails, and sends nothing twice', () => {
  const { sqlite } = talk.ctx(1).company
  const fail = (what: string) =>
    sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON message WHEN ${what} BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  const mend = () => sqlite.run('DROP TRIGGER fail')
  fail('new.from_me = 1')
  expect(() => talk.write('Oi', { id: '3A-first' })).toThrow('disk')
  expect(ticket()).toBeUndefined()
  mend()
  for (const _ of [1, 2]) talk.write('Oi', { id: '3A-first' })
  expect(talk.newTexts()).toEqual([menu])
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Vendas' })
  fail('new.from_me = 1')
  expect(() => talk.write('1', { id: '3A-second' })).toThrow('disk')
  expect(ticket()).toMatchObject({ queueId: null, isBot: true })
  mend()
  for (const _ of [1, 2]) talk.write('1', { id: '3A-second' })
  expect([talk.newTexts(), ticket()?.queueId]).toEqual([['Vendas'], 1])
})
