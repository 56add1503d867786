import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mediaPath } from '../../kernel/file/media-store'
import { receive, groupMessageEvent, messageEvent, phones } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'
import { readZip } from '../../testing/read-zip'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterEach(() => world.stop())

const hostileName = 'Maria <img src=x onerror=alert(1)>'

function requestArchive(caller: Caller, contactId: number) {
  return world.app.handle(
    new Request(`http://localhost/contacts/${contactId}/archive`, {
      headers: { authorization: `Bearer ${caller.token}`, accept: 'application/json' },
    }),
  )
}

async function fetchArchive(caller: Caller, contactId: number) {
  const response = await requestArchive(caller, contactId)
  return { response, files: readZip(new Uint8Array(await response.arrayBuffer())) }
}

async function talk() {
  const party = { addresses: [{ kind: 'phone' as const, value: phones[1] }], name: hostileName }
  receive(world, 1, messageEvent({ text: 'Meu CPF é <b>123</b>', chat: party as never }))
  receive(world, 1, groupMessageEvent({ text: 'De outra pessoa' }))
  receive(world, 1, groupMessageEvent({ text: 'Dela no grupo', author: party as never }))
  await ana.put('/contacts/1', { name: hostileName })
  setTicketQueue(world.ctx(1), 1, 1)
  acceptTicket(world.ctxAs(world.bruno), 1)
  const form = new FormData()
  form.append('medias', new File(['<script>alert(1)</script>'], '../../../etc/página.html', { type: 'text/html' }))
  expect((await bruno.post('/messages/1', form)).status).toBe(200)
  await ana.post('/ticket-notes', { contactId: 1, ticketId: 1, note: 'Pediu desconto' })
  return 1
}

test('an admin gets everything that is stored of a contact, to read and for programs', async () => {
  const id = await talk()
  addContact(world.ctx(1), 'Vizinha')
  const { response, files } = await fetchArchive(ana, id)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="dados-do-contato-1-2026-11-20.zip"')
  const page = files.get('index.html')?.toString() ?? ''
  expect(page).toContain('Dados de Maria &lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('Meu CPF é &lt;b&gt;123&lt;/b&gt;')
  expect(page).toContain('Grupo Condomínio')
  expect(page).toContain('Dela no grupo')
  expect(page).not.toContain('De outra pessoa')
  expect(page).not.toContain('<img src=x')
  expect(page.indexOf('Meu CPF')).toBeLessThan(page.indexOf('Dela no grupo'))
  const media = [...files.keys()].filter((path) => path.startsWith('media/'))
  expect(media).toEqual([expect.stringMatching(/^media\/\d+\.html\.txt$/)])
  expect(page).toContain(`href="${media[0]}"`)
  expect(files.get(media[0] ?? '')?.toString()).toBe('<script>alert(1)</script>')
  const data = JSON.parse(files.get('dados.json')?.toString() ?? '')
  expect(data.tables.contact).toMatchObject([{ id, name: hostileName }])
  const bodies = data.tables.message.map(({ body }: { body: string }) => body)
  expect(bodies).toContain('Meu CPF é <b>123</b>')
  expect(bodies).toContain('Dela no grupo')
  expect(bodies).not.toContain('De outra pessoa')
  expect(data.tables.ticket_note).toMatchObject([{ note: 'Pediu desconto' }])
  expect(data.tables.contact_identity).toMatchObject([{ kind: 'phone', value: phones[1] }])
  expect(JSON.stringify(data)).not.toContain('Vizinha')
})

test('only admins do, and it is logged without the person', async () => {
  const id = await talk()
  expect((await bruno.get(`/contacts/${id}/archive`)).status).toBe(403)
  expect((await ana.get('/contacts/999/archive')).status).toBe(404)
  const gina = await world.as(world.gina)
  expect((await gina.get(`/contacts/${addContact(world.ctx(1), 'Só da Acme')}/archive`)).status).toBe(404)
  await fetchArchive(ana, id)
  const { sqlite } = world.platform.catalog
  const audited = sqlite.query("SELECT company_id, user_id, data FROM audit WHERE type = 'person.exported'").values()
  expect(audited).toEqual([[1, 1, JSON.stringify({ contactId: id })]])
  const logged = world
    .ctx(1)
    .company.sqlite.query("SELECT user_id, contact_id, data FROM event WHERE type = 'person.exported'")
  expect(logged.values()).toEqual([[1, id, null]])
})

test('a group has no archive', async () => {
  receive(world, 1, groupMessageEvent({ text: 'Oi' }))
  const { sqlite } = world.ctx(1).company
  const group = sqlite.query<{ id: number }, []>('SELECT id FROM contact WHERE is_group').get()
  expect((await ana.get(`/contacts/${group?.id}/archive`)).body.fields).toEqual({ contactId: 'invalid' })
})

test('two at once; whoever stops reading makes room, and the company may close', async () => {
  const id = await talk()
  const { company } = world.ctx(1)
  const pins = company.pins
  const [one, other] = [await requestArchive(ana, id), await requestArchive(ana, id)]
  const readers = [one, other].map(({ body }) => body?.getReader())
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false)
  expect((await requestArchive(ana, id)).status).toBe(429)
  await readers[0]?.cancel()
  expect(company.pins).toBe(pins + 1)
  expect((await fetchArchive(ana, id)).response.status).toBe(200)
  await readers[1]?.cancel()
  expect(company.pins).toBe(pins)
})

test('a file that is gone is said to be so', async () => {
  const id = await talk()
  const ctx = world.ctx(1)
  const media = ctx.company.sqlite.query<{ key: string }, []>('SELECT key FROM media').get()
  rmSync(mediaPath(ctx, media?.key ?? ''))
  const { files } = await fetchArchive(ana, id)
  expect([...files.keys()]).toEqual(['index.html', 'dados.json'])
  expect(files.get('index.html')?.toString()).toContain('O arquivo não está mais guardado.')
})
