import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateQueue } from '../queue/queue.commands'
import { createTalk, type Talk } from '../testing/bot/bots'
import { setSetting } from '../testing/conversation/conversation'
import { fileListRecords } from './file-list.record'
import { uploadFiles } from './upload-files'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá' })
})
afterEach(() => talk.stop())

async function addList(names: readonly string[]) {
  const ctx = talk.ctx(1)
  const options = names.map((name) => ({ id: null, name }))
  const { id } = fileListRecords.createFrom(ctx, { name: 'Catálogo', message: 'Segue, {{firstName}}:', options })
  const files = names.map((name) => new File(['%PDF-1.7'], `${name}.pdf`, { type: 'application/pdf' }))
  await uploadFiles(ctx, id, { files, id: names.map((_, index) => String(index + 1)), name: [] })
  return id
}

const sent = () => talk.ourRows().map(({ body, mediaType }) => [body, mediaType])

test('a chosen queue greets, then sends the list’s message and its files in order with captions', async () => {
  const fileListId = await addList(['Capa', 'Preços', 'Mapa'])
  updateQueue(talk.ctx(1), 2, { greetingMessage: 'Suporte', fileListId })
  talk.write('Oi')
  talk.write('2')
  expect(sent().slice(1)).toEqual([
    ['Suporte', null],
    ['Segue, Dona:', null],
    ['Capa', 'application'],
    ['Preços', 'application'],
    ['Mapa', 'application'],
  ])
  const queued = talk.ctx(1).company.sqlite.query('SELECT send_state AS state FROM message WHERE from_me = 1').all()
  expect(new Set(queued.map((row) => (row as { state: string }).state))).toEqual(new Set(['queued']))
})

test('messages keep their files when the list is deleted; the queue then only greets', async () => {
  const fileListId = await addList(['Capa'])
  updateQueue(talk.ctx(1), 2, { greetingMessage: 'Suporte', fileListId })
  talk.write('Oi')
  talk.write('2')
  fileListRecords.remove(talk.ctx(1), fileListId)
  const ana = await talk.as(talk.ana)
  const { body } = await ana.get('/messages/1')
  const [file] = body.messages.filter(({ mediaUrl }: { mediaUrl: string }) => mediaUrl)
  expect((await ana.get(file.mediaUrl)).status).toBe(200)
  talk.newTexts()
  talk.write('#')
  talk.write('2')
  expect(talk.newTexts().slice(1)).toEqual(['Suporte'])
})

test('a connection’s only queue sends its files as well', async () => {
  const fileListId = await addList(['Capa'])
  talk.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 2')
  updateQueue(talk.ctx(1), 1, { greetingMessage: 'Vendas', fileListId })
  setSetting(talk, 'sendGreetingMessageOneQueues', 'enabled')
  talk.write('Oi')
  expect(sent().map(([text]) => text)).toEqual(['Vendas', 'Segue, Dona:', 'Capa'])
})
