import { afterAll, beforeAll, expect, test } from 'bun:test'
import { resolveContact } from '../../../contact/identity/resolve-contact'
import { dot } from '../../../testing/media/dot'
import { addContact } from '../../../testing/conversation/tickets'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import type { Phone } from '../../../testing/services/whatsapp-server/whatsapp-server.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
beforeAll(async () => {
  world = await createWhatsAppWorld()
  account = await world.pair('5511900000001', { name: 'Padaria' })
})
afterAll(() => world.stop())

let last = 5511970000000
const person = (options = {}): Phone => world.server.phone(String(++last), { name: 'Maria', ...options })
const find = (id: string) => world.messages().find((message) => message['provider_id'] === id)
async function stored(id: string): Promise<Record<string, any>> {
  await until(() => find(id), `message ${id}`)
  const message = find(id) ?? {}
  return { ...message, data: JSON.parse(message['data'] ?? 'null') }
}
const rows = (sql: string, ...values: (string | number)[]) =>
  world
    .ctx(1)
    .company.sqlite.query<Record<string, any>, (string | number)[]>(sql)
    .all(...values)

test('receives a text from a person with both addresses', async () => {
  const maria = person()
  const { id } = await maria.say(account, 'Bom dia')
  const message = await stored(id)
  expect(message).toMatchObject({ body: 'Bom dia', from_me: 0, connection_id: 1 })
  const names = rows(
    'SELECT kind, value FROM contact_identity WHERE contact_id = ? ORDER BY kind',
    message['contact_id'],
  )
  expect(names).toEqual([
    { kind: 'lid', value: maria.lid.split('@')[0] },
    { kind: 'phone', value: maria.number },
  ])
  expect(rows('SELECT name FROM contact WHERE id = ?', message['contact_id'])).toEqual([{ name: 'Maria' }])
})

test('recognises a person who writes under the LID', async () => {
  const maria = person()
  const first = await stored((await maria.say(account, 'um')).id)
  const second = await stored((await maria.say(account, 'dois', { addressing: 'lid' })).id)
  expect(second['contact_id']).toBe(first['contact_id'])
  expect(second['ticket_id']).toBe(first['ticket_id'])
})

function twoContacts({ lid, number }: Phone) {
  const [value = ''] = lid.split('@')
  const byLid = resolveContact(
    world.ctx(1),
    { addresses: [{ kind: 'lid', value }], name: 'Só o LID' },
    { connectionId: 1 },
  )
  return { byLid: byLid.id, byNumber: addContact(world.ctx(1), 'Só o número', number) }
}

test('merges two contacts when WhatsApp reports one account', async () => {
  const maria = person()
  const { byLid, byNumber } = twoContacts(maria)
  const ana = await world.as(world.ana)
  expect((await ana.get(`/contacts/checkNumber/${maria.number}`)).status).toBe(200)
  await until(() => rows('SELECT id FROM contact WHERE id IN (?, ?)', byLid, byNumber).length === 1, 'the merge')
  const { body } = await ana.get(`/contacts/${Math.min(byLid, byNumber)}/merges`)
  expect(body.merges).toMatchObject([{ user: null, number: maria.number }])
})

test('suggests a merge of contacts that WhatsApp had linked before they were known', async () => {
  const maria = person()
  const ana = await world.as(world.ana)
  await ana.get(`/contacts/checkNumber/${maria.number}`)
  // If interpreted later, it would merge the two contacts.
  await until(() => rows('SELECT 1 FROM inbound_event').length === 0, 'an empty inbox')
  const { byLid, byNumber } = twoContacts(maria)
  const duplicatesOf = async (id: number) => (await ana.get(`/contacts/${id}/duplicates`)).body.duplicates
  // The answer does not wait until the related events are filed.
  await until(async () => (await duplicatesOf(byLid)).length > 0, 'the duplicate')
  for (const [id = 0, other] of [
    [byLid, byNumber],
    [byNumber, byLid],
  ]) {
    expect((await duplicatesOf(id))[0]).toMatchObject({ contact: { id: other }, reason: 'sameAccount' })
  }
})

test('fetches, decrypts and sniffs files of every kind', async () => {
  const maria = person()
  const png = await new Bun.Image(dot).png().bytes()
  const sent = {
    image: await maria.sendImage(account, { bytes: png, mimetype: 'image/png', caption: 'foto' }),
    video: await maria.sendVideo(account, { bytes: new Uint8Array(500).fill(1), mimetype: 'video/mp4' }),
    audio: await maria.sendAudio(account, {
      bytes: new Uint8Array(600).fill(2),
      mimetype: 'audio/ogg; codecs=opus',
      voice: true,
      seconds: 2,
    }),
    document: await maria.sendDocument(account, {
      bytes: Buffer.from('%PDF-1.4 oi'),
      mimetype: 'application/pdf',
      fileName: 'conta.pdf',
      caption: 'veja',
    }),
    sticker: await maria.sendSticker(account, { bytes: new Uint8Array(300).fill(3), mimetype: 'image/webp' }),
  }
  for (const { id } of Object.values(sent)) await stored(id)
  expect(await stored(sent.image.id)).toMatchObject({ body: 'foto', media_type: 'image' })
  expect(await stored(sent.audio.id)).toMatchObject({
    media_type: 'audio',
    data: { file: { voiceNote: true, seconds: 2 } },
  })
  expect(await stored(sent.document.id)).toMatchObject({ body: 'veja', data: { file: { name: 'conta.pdf' } } })
  await world.runJobs(1)
  for (const [kind, { id }] of Object.entries(sent)) {
    const message = await stored(id)
    expect([kind, message['media_id'] !== null]).toEqual([kind, true])
  }
  const { key } = rows('SELECT key FROM media WHERE id = ?', (await stored(sent.image.id))['media_id'])[0] as {
    key: string
  }
  const file = Bun.file(`${world.ctx(1).company.mediaFolder}/${key.slice(0, 7)}/${key}`)
  expect(Buffer.from(await file.bytes()).equals(Buffer.from(png))).toBe(true)
})

test('asks the phone for a file that the servers have dropped', async () => {
  const maria = person()
  const { id } = await maria.sendDocument(account, {
    bytes: Buffer.from('velho'),
    fileName: 'velho.txt',
    mimetype: 'text/plain',
  })
  await stored(id)
  world.server.expireMedia()
  await world.runJobs(1)
  expect((await stored(id))['media_id']).not.toBeNull()
})

test('receives a location and a contact card', async () => {
  const maria = person()
  const place = await stored(
    (await maria.sendLocation(account, { latitude: -23.5, longitude: -46.6, name: 'Praça' })).id,
  )
  expect(place).toMatchObject({ media_type: 'locationMessage', data: { location: { latitude: -23.5, name: 'Praça' } } })
  const card = await stored((await maria.sendContact(account, { name: 'Zé', number: '5511911112222' })).id)
  expect(card).toMatchObject({ media_type: 'contactMessage', data: { contacts: [{ name: 'Zé' }] } })
})

test('receives a quote, a forward, an edit, a deletion and a reaction', async () => {
  const maria = person()
  const first = await maria.say(account, 'primeira')
  const quoting = await maria.say(account, 'resposta', { quoted: first, forwarded: true })
  const { id: firstId } = await stored(first.id)
  expect(await stored(quoting.id)).toMatchObject({ quoted_message_id: firstId, is_forwarded: 1 })
  await maria.edit(first, 'corrigida')
  await until(() => find(first.id)?.['body'] === 'corrigida', 'the edit')
  await maria.react(first, '👍')
  await until(
    () => rows('SELECT emoji FROM message_reaction WHERE message_id = ?', firstId)[0]?.['emoji'] === '👍',
    'the reaction',
  )
  await maria.react(first, '')
  await until(
    () => !rows('SELECT emoji FROM message_reaction WHERE message_id = ?', firstId)[0]?.['emoji'],
    'it taken back',
  )
  await maria.revoke(quoting)
  await until(() => find(quoting.id)?.['is_deleted'] === 1, 'the deletion')
  expect(rows('SELECT count(*) AS n FROM message WHERE ticket_id = ?', find(first.id)?.['ticket_id'])).toEqual([
    { n: 2 },
  ])
})

test('treats messages typed on the paired phone as ours', async () => {
  const maria = person()
  const { id } = await account.typeOnPhone(maria, 'do celular')
  const message = await stored(id)
  expect(message).toMatchObject({ from_me: 1, body: 'do celular', contact_id: null })
  const names = rows(
    'SELECT kind, value FROM contact_identity WHERE contact_id = (SELECT contact_id FROM ticket WHERE id = ?)',
    message['ticket_id'],
  )
  expect(names).toContainEqual({ kind: 'phone', value: maria.number })
})

test('assigns the ticket to the group and keeps the author', async () => {
  const maria = person()
  const other = person({ name: 'João' })
  const group = await world.server.createGroup({ subject: 'Vizinhos', creator: maria, members: [account, other] })
  const first = await stored((await other.say(group, 'boa noite')).id)
  const second = await stored((await maria.say(group, 'oi')).id)
  expect(first['body']).toBe('boa noite')
  expect(second['ticket_id']).toBe(first['ticket_id'])
  expect(second['contact_id']).not.toBe(first['contact_id'])
  expect(rows('SELECT name FROM contact WHERE id = ?', first['contact_id'])).toEqual([{ name: 'João' }])
  expect(rows('SELECT is_group FROM ticket WHERE id = ?', first['ticket_id'])).toEqual([{ is_group: 1 }])
  const named = () =>
    rows(
      'SELECT contact.name FROM ticket JOIN contact ON contact.id = contact_id WHERE ticket.id = ?',
      first['ticket_id'],
    )
  expect(named()).toEqual([{ name: 'Vizinhos' }])
  await group.changeSubject(maria, 'Vizinhos do 4º andar')
  await until(() => named()[0]?.['name'] === 'Vizinhos do 4º andar', 'the new subject')
  expect(world.published.some(({ event }) => event === 'company-1-contact')).toBe(true)
})

test('accepts deletions of others’ messages from group administrators only', async () => {
  const [maria, joao, rita] = [person(), person(), person()]
  const group = await world.server.createGroup({
    subject: 'Condomínio',
    creator: maria,
    members: [account, joao, rita],
  })
  const [first, second] = [await joao.say(group, 'um'), await joao.say(group, 'dois')]
  const [marias, last] = [await maria.say(group, 'três'), await joao.say(group, 'quatro')]
  for (const { id } of [first, second, marias, last]) await stored(id)
  await joao.revoke(marias)
  await maria.revoke(first)
  await until(() => find(first.id)?.['is_deleted'] === 1, 'the deletion by who made the group')
  await group.promote(maria, rita)
  await rita.revoke(second)
  await until(() => find(second.id)?.['is_deleted'] === 1, 'the deletion by who was promoted')
  await joao.revoke(last)
  await until(() => find(last.id)?.['is_deleted'] === 1, 'the deletion by its author')
  expect(find(marias.id)?.['is_deleted']).toBe(0)
})

test('keeps a placeholder for an unreadable message until the phone resends it under the same id', async () => {
  const maria = person()
  await stored((await maria.say(account, 'lida')).id)
  maria.loseSessions()
  const before = world.ctx(1).company.sqlite
  before.run(`DELETE FROM whatsapp_key WHERE category = 'session'`)
  const { id } = await maria.say(account, 'de novo')
  await until(() => find(id)?.['body'] === 'de novo', 'the second copy')
  expect(rows('SELECT count(*) AS n FROM message WHERE provider_id = ?', id)).toEqual([{ n: 1 }])
})

test('publishes typing to users who see the conversation, and stores nothing', async () => {
  const maria = person()
  const { id } = await maria.say(account, 'espera')
  const ticketId = (await stored(id))['ticket_id']
  await account.sendHistory([], { pushNames: [{ with: account, name: 'Padaria' }] })
  await account.whenDrained()
  await world.connections.channel(1, 1)?.markRead?.([{ remoteJid: maria.jid, id, fromMe: false }])
  await maria.receiptSeen(id, 'read')
  world.published.length = 0
  await maria.startTyping(account)
  const presenceEvents = () => world.published.filter(({ event }) => event === 'company-1-presence')
  await until(() => presenceEvents().length > 0, 'the typing')
  expect(presenceEvents()[0]?.topics).toContain('1/admin')
  expect(presenceEvents()[0]?.data).toEqual({ ticketId, state: 'composing' })
  await maria.stopTyping(account)
  await until(() => presenceEvents().length > 1, 'the end of the typing')
  expect(presenceEvents().map(({ data }) => data['state'])).toEqual(['composing', 'paused'])
})

test('records a missed call', async () => {
  const maria = person()
  const call = await maria.call(account)
  await call.hangUp()
  const callLog = () => rows(`SELECT data FROM message WHERE media_type = 'call_log'`)
  await until(() => callLog().length > 0, 'the call')
  expect(callLog()).toHaveLength(1)
})

test('rejects no event and leaves none uninterpreted', async () => {
  await account.whenDrained()
  await until(() => rows('SELECT 1 FROM inbound_event').length === 0, 'an empty inbox')
  const answer = await (await world.as(world.ana)).get('/whatsapp/1/inbound-errors')
  expect(answer.body).toEqual({ waiting: 0, errors: [] })
})
