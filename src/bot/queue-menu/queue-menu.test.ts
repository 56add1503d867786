import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionQueueTable } from '../../connection/connection.tables'
import { toggleContact } from '../../contact/contact.commands'
import { recordFile, stageFile } from '../../kernel/media-store'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, everyDay, type Talk } from '../../testing/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation'
import { acceptTicket } from '../../ticket/accept-ticket'
import { listTicketLog } from '../../ticket/ticket-log.view'
import { returnTicket } from '../../ticket/return-ticket'

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

test('several queues: the greeting and the numbered list; a number chooses', () => {
  talk.write('2')
  expect([talk.hear(), ticket()]).toEqual([[menu], expect.objectContaining({ queueId: null, isBot: true })])
  updateQueue(talk.ctxAs(talk.ana), 2, { greetingMessage: 'Suporte, em que ajudo?' })
  talk.write('2')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: false })
  expect(talk.hear()).toEqual(['Suporte, em que ajudo?'])
  expect(log()).toEqual(['create', 'chatBot', 'queue'])
})

test('where buttons or a list are wanted, the menu goes as text all the same, and is never lost', () => {
  for (const type of ['button', 'list']) {
    setSetting(talk, 'chatBotType', type)
    talk.write('Oi')
    expect(talk.hear()).toEqual([menu])
    talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  }
})

test('the list stands in the order of the queues', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { orderQueue: 9 })
  talk.write('Oi')
  expect(talk.hear()[0]).toContain('*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas')
  talk.write('1')
  expect(ticket()?.queueId).toBe(2)
})

test('anything else repeats it, so often and no more; then silence, but a number still counts', () => {
  talk.connect({}, { maxUseBotQueues: 2 })
  talk.write('Oi')
  talk.hear()
  for (const text of ['3', 'vendas', '0']) talk.write(text)
  const invalid = `Opção inválida. Por favor, escolha uma opção válida.\n\n${menu}`
  expect(talk.hear()).toEqual([invalid, invalid])
  talk.write('1')
  expect(ticket()?.queueId).toBe(1)
})

test('without a limit it is repeated always, but not within timeUseBotQueues of the last', async () => {
  talk.connect({}, { maxUseBotQueues: 0, timeUseBotQueues: 10 })
  talk.write('Oi')
  talk.hear()
  for (let minute = 0; minute < 25; minute += 5) {
    talk.write('hm')
    await talk.pass(5)
  }
  expect(talk.hear()).toHaveLength(2)
})

test('“#” goes back to the menu, also out of a queue that was chosen; “sair” leaves', () => {
  talk.write('Oi')
  talk.write('1')
  talk.hear()
  talk.write('#')
  expect([ticket()?.queueId, talk.hear()]).toEqual([null, [menu]])
  talk.write('2')
  talk.write(' Sair ')
  expect(ticket()).toMatchObject({ status: 'closed', rating: null })
  expect(talk.hear()).toEqual(['Até logo'])
})

test('a contact with the bot switched off is asked nothing', () => {
  toggleContact(talk.ctx(1), 1, 'disableBot', true)
  for (const text of ['Oi', '1']) talk.write(text)
  expect([talk.hear(), ticket()?.queueId]).toEqual([[], null])
  onlyVendas()
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  talk.write('Oi')
  expect([talk.hear(), ticket(2)?.queueId]).toEqual([[], 1])
})

test('one queue is given at once, greeted where the company wants that, once', () => {
  onlyVendas()
  talk.write('Oi')
  expect([talk.hear(), ticket()?.queueId]).toEqual([[], 1])
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  for (const text of ['Oi', '1', '#', 'sair']) talk.write(text)
  expect([talk.hear(), ticket(2)]).toEqual([['Olá, Dona!'], expect.objectContaining({ status: 'pending', queueId: 1 })])
  talk.ctx(1).company.sqlite.run("UPDATE ticket SET status = 'closed'")
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Aqui é Vendas' })
  talk.write('Oi')
  expect(talk.hear()).toEqual(['Aqui é Vendas'])
})

test('no queue: it waits, and nothing is said', () => {
  talk.ctx(1).db.delete(connectionQueueTable).run()
  talk.write('Oi')
  expect([talk.hear(), ticket()?.status]).toEqual([[], 'pending'])
})

test('whoever takes the ticket, or writes, ends the bot; returned without a queue it begins anew', () => {
  talk.write('Oi')
  talk.write('Já te atendo', { fromMe: true })
  talk.hear()
  for (const text of ['1', 'sair', '#']) talk.write(text)
  expect([talk.hear(), ticket()]).toEqual([[], expect.objectContaining({ status: 'pending', queueId: null })])
  acceptTicket(talk.ctxAs(talk.ana), 1, { queueId: 1 })
  talk.write('2')
  expect([talk.hear(), ticket()?.queueId]).toEqual([[], 1])
  returnTicket(talk.ctxAs(talk.ana), 1)
  talk.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL')
  talk.write('Tem alguém?')
  expect(talk.hear()).toEqual([menu])
})

test('the greeting’s file goes with it, as a file of its own', async () => {
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

test('where files carry no captions the menu follows the greeting’s file', async () => {
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

test('a queue that only informs closes after its greeting, without a farewell', () => {
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Rua A, 10', closeTicket: true })
  talk.write('Oi')
  talk.hear()
  talk.write('1')
  expect([talk.hear(), ticket()?.status]).toEqual([['Rua A, 10'], 'closed'])
})

test('a chosen queue that is closed says so in place of its greeting', () => {
  setSetting(talk, 'scheduleType', 'queue')
  const closed = { schedules: everyDay('20:00-22:00'), outOfHoursMessage: 'Só à noite' }
  updateQueue(talk.ctxAs(talk.ana), 1, { ...closed, greetingMessage: 'Vendas' })
  talk.write('Oi')
  talk.hear()
  talk.write('1')
  expect([talk.hear(), ticket()?.queueId]).toEqual([['Só à noite'], 1])
})

test('the place in the queue counts those who wait there for nobody', () => {
  setSetting(talk, 'sendQueuePosition', 'enabled')
  setSetting(talk, 'sendQueuePositionMessage', 'Sua posição:')
  for (const phone of ['5511977770010', '5511977770011']) {
    talk.write('Oi', { phone })
    talk.write('1', { phone })
  }
  expect(talk.hear().filter((text) => text.startsWith('Sua'))).toEqual(['Sua posição: *1*', 'Sua posição: *2*'])
  talk.write('Oi')
  talk.write('2')
  expect(talk.hear().at(-1)).toBe('Sua posição: *1*')
})

test('without a choice in time the ticket goes to the queue the connection names', async () => {
  talk.connect({}, { timeSendQueue: 15, sendIdQueue: 2 })
  talk.write('Oi')
  await talk.pass(14)
  expect(ticket()?.queueId).toBe(null)
  await talk.pass(1)
  expect(ticket()).toMatchObject({ queueId: 2, status: 'pending', isBot: false })
  expect(log()).toEqual(['create', 'chatBot', 'redirect'])
  talk.hear()
  await talk.pass(20)
  expect([log().length, talk.hear()]).toEqual([3, []])
})

test('a choice in time stays, and one taken back waits anew', async () => {
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

test('what cannot be answered is not received either: no state is kept without its words, nor words twice', () => {
  const { sqlite } = talk.ctx(1).company
  const fail = (what: string) =>
    sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON message WHEN ${what} BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  const mend = () => sqlite.run('DROP TRIGGER fail')
  fail('new.from_me = 1')
  expect(() => talk.write('Oi', { id: '3A-first' })).toThrow('disk')
  expect(ticket()).toBeUndefined()
  mend()
  for (const _ of [1, 2]) talk.write('Oi', { id: '3A-first' })
  expect(talk.hear()).toEqual([menu])
  updateQueue(talk.ctxAs(talk.ana), 1, { greetingMessage: 'Vendas' })
  fail('new.from_me = 1')
  expect(() => talk.write('1', { id: '3A-second' })).toThrow('disk')
  expect(ticket()).toMatchObject({ queueId: null, isBot: true })
  mend()
  for (const _ of [1, 2]) talk.write('1', { id: '3A-second' })
  expect([talk.hear(), ticket()?.queueId]).toEqual([['Vendas'], 1])
})
