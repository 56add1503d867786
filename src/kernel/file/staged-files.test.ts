import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { formOf } from '../../testing/world/form-of'
import { openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { dot } from '../../testing/media/dot'
import { storedFiles } from '../../testing/media/stored-files'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { stageFile } from './media-store'

let world: World
let ana: Caller
beforeAll(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  receive(world, 1, messageEvent({ text: 'Olá' }))
  openTicket(world, world.ana)
  await ana.post('/chats', { title: 'Equipe', users: [{ id: world.bruno.id }] })
  await ana.post('/quick-messages', { shortcode: 'oi', message: 'Oi', geral: true, visao: true })
  await ana.post('/files', { name: 'Catálogo', message: 'Segue', options: [{ name: 'Capa' }] })
  await ana.post('/contact-lists', { name: 'Clientes' })
  // A bystander's file, which nothing has recorded yet.
  await stageFile(world.ctx(2), dot, 'outra.png')
})
afterAll(() => world.stop())

const picture = (name = 'a.png') => new File([dot], name, { type: 'image/png' })
const sheet = () => new File(['Nome;Número\nA;5511955550009'], 'a.csv', { type: 'text/csv' })

function twice(field: string, more: Record<string, string> = {}) {
  const form = formOf(more)
  for (const name of ['a.png', 'b.png']) form.append(field, picture(name))
  return form
}

/** Each with the files that remain of it, and how many are staged: spreadsheets are stored as rows, too. */
const uploads: [path: string, form: () => FormData, kept: number, staged?: number][] = [
  ['/messages/1', () => twice('medias'), 2],
  ['/chats/1/messages', () => twice('medias'), 2],
  ['/files/uploadList/1', () => twice('files'), 2],
  ['/flowbuilder/content', () => twice('medias'), 2],
  ['/users/1/media-upload', () => formOf({ profileImage: picture() }), 1],
  ['/quick-messages/1/media-upload', () => formOf({ file: picture() }), 1],
  ['/whatsapp/1/media-upload', () => formOf({ file: picture() }), 1],
  ['/schedules/media-upload', () => formOf({ file: picture() }), 1],
  ['/campaigns/media-upload', () => formOf({ file: picture() }), 1],
  ['/contacts/upload', () => formOf({ file: sheet() }), 1, 2],
  ['/contact-lists/1/upload', () => formOf({ file: sheet() }), 1, 2],
  ['/suppressions/import', () => formOf({ file: sheet() }), 0, 2],
]

const keysOf = (companyId: number) => storedFiles(world, companyId).keys

/** How many files a request adds to the company's folder and to the bystander's. */
async function addedBy(path: string, form: FormData) {
  const [own, other] = [keysOf(1).length, keysOf(2).length]
  const { status } = await ana.post(path, form)
  const isFailed = status >= 400
  return { isFailed, added: keysOf(1).length - own, others: keysOf(2).length - other }
}

test.each(uploads)('a failed %s leaves no file, another one its own', async (path, form, kept, staged = kept) => {
  const { sqlite, services } = world.ctx(1).company
  if (kept > 0) {
    sqlite.run("CREATE TRIGGER refused BEFORE INSERT ON media BEGIN SELECT RAISE(ABORT, 'refused'); END")
    const failed = await addedBy(path, form())
    sqlite.run('DROP TRIGGER refused')
    expect(failed).toEqual({ isFailed: true, added: 0, others: 0 })
  }
  const asked = spyOn(services.freeSpace, 'requireForFiles')
  asked.mockImplementation(() => {
    if (keysOf(1).length - before === staged - 1) throw new Error('No space')
  })
  const before = keysOf(1).length
  expect(await addedBy(path, form())).toEqual({ isFailed: true, added: 0, others: 0 })
  asked.mockRestore()
  expect(await addedBy(path, form())).toEqual({ isFailed: false, added: kept, others: 0 })
})
