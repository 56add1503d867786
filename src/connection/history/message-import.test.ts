import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setSetting } from '../../testing/conversation/conversation'
import type { Account, HistoryChat, Phone } from '../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
const gigabyte = 1024 ** 3
const space = { freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte }
beforeEach(async () => {
  space.freeBytes = 50 * gigabyte
  world = await createWhatsAppWorld({ world: { readSpace: () => space } })
})
afterEach(() => world.stop())

const dayMs = 86_400_000
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
const rows = <Row = Record<string, any>>(sql: string) => world.ctx(1).company.sqlite.query<Row, []>(sql).all()
const view = async () => (await (await world.as(world.ana)).get('/whatsapp/1')).body
const wanted = { enableImportMessage: true, importOldMessages: day(30), queueIdImportMessages: 1 }
const imported = () => rows(`SELECT * FROM message WHERE body LIKE 'antiga%' ORDER BY created_at`)

async function ask(fields: object = {}) {
  const answer = await (
    await world.as(world.ana)
  ).put('/whatsapp/1', { greetingMessage: 'Bem-vinda!', ...wanted, ...fields })
  expect(answer.status).toBe(200)
  return answer.body
}

async function begin(fields: object = {}) {
  await ask(fields)
  account = await world.pair('5511900000001', { name: 'Padaria' })
}

function past(chats: number, each: number, fromDays = 10): HistoryChat[] {
  return Array.from({ length: chats }, (_, chat) => ({
    with: world.server.phone(String(5511940000000 + chat), { name: `Cliente ${chat}` }),
    messages: Array.from({ length: each }, (_, index) => ({
      id: `HIST${chat}-${index}`,
      text: `antiga ${chat} ${index}`,
      fromMe: index % 3 === 2,
      at: Date.now() - fromDays * dayMs + index * 60_000,
    })),
  }))
}

/** Advances the clock by a minute without new messages. */
async function goQuiet() {
  await until(() => rows('SELECT 1 FROM history_message').length === 0, 'everything to be filed')
  rows(`UPDATE message_import SET received_at = received_at - 61000`)
  rows(`UPDATE job SET run_at = 0 WHERE kind = 'connection.messageImport'`)
  await world.runJobs(1)
}

test('names invalid dates and a missing queue, and disconnects nobody', async () => {
  account = await world.pair('5511900000001', { name: 'Padaria' })
  const ana = await world.as(world.ana)
  const put = async (fields: object) =>
    (await ana.put('/whatsapp/1', { greetingMessage: 'Oi', ...wanted, ...fields })).body.fields
  expect(await put({ importOldMessages: day(3 * 366), queueIdImportMessages: null })).toEqual({
    importOldMessages: 'tooEarly',
    queueIdImportMessages: 'required',
  })
  expect(await put({ importRecentMessages: day(31) })).toEqual({ importRecentMessages: 'endBeforeStart' })
  expect(await put({ importOldMessages: day(-2) })).toEqual({ importOldMessages: 'inFuture' })
  expect(await put({ importRecentMessages: day(-2) })).toEqual({ importRecentMessages: 'inFuture' })
  expect(await put({ importOldMessages: '' })).toEqual({ importOldMessages: 'required' })
  expect(await put({ importOldMessages: '2026-02-30' })).toEqual({ importOldMessages: 'date' })
  expect(await put({ queueIdImportMessages: 999 })).toEqual({ queueIdImportMessages: 'unknown' })
  expect([account.connected, await view()]).toMatchObject([true, { status: 'CONNECTED', messageImport: null }])
})

test('unpairs a connected account, which sends its whole history after pairing again', async () => {
  account = await world.pair('5511900000001', { name: 'Padaria' })
  expect(account.wantsFullHistory).toBe(false)
  await ask()
  await world.whenStatus('qrcode')
  expect(await view()).toMatchObject({ messageImport: { state: 'waiting' }, number: '', statusImportMessages: null })
  const again = await world.pair('5511900000001')
  expect(again.wantsFullHistory).toBe(true)
  expect(await view()).toMatchObject({ messageImport: { state: 'running', this: -1, all: -1 } })
})

test('files messages between the dates once, silently, in the queue; a contact who writes meanwhile is greeted', async () => {
  for (const queue of [1, 2]) rows(`INSERT OR IGNORE INTO connection_queue VALUES (1, ${queue})`)
  await begin({ importRecentMessages: day(5) })
  world.published.length = 0
  const [old, ...chats] = past(6, 10)
  const outside = [
    { ...old, messages: [{ id: 'BEFORE', text: 'antiga demais', at: Date.now() - 40 * dayMs }] },
    { ...old, messages: [{ id: 'AFTER', text: 'antiga de menos', at: Date.now() - 2 * dayMs }] },
  ] as HistoryChat[]
  // Pairing reports the account's own contact.
  const before = figures()
  await account.sendHistory([...chats, ...outside], { kind: 'full', chunkMessages: 20, delayMs: 5, resend: true })
  await until(
    () => imported().length === 50,
    () => `50 messages, ${imported().length} so far`,
  )
  const maria = world.server.phone('5511977770000', { name: 'Maria' })
  await maria.say(account, 'Tem pão?')
  await maria.received(({ text = '' }) => text.includes('Bem-vinda!'))
  await goQuiet()
  expect(imported()).toHaveLength(50)
  expect(rows(`SELECT status, unread_messages AS unread, queue_id AS queue FROM ticket WHERE imported = 1`)).toEqual(
    Array.from({ length: 5 }, () => ({ status: 'pending', unread: 0, queue: 1 })),
  )
  expect(rows("SELECT 1 FROM message WHERE from_me = 1 AND user_id IS NULL AND body LIKE '%Bem-vinda%'")).toHaveLength(
    1,
  )
  expect(figures()).toEqual({ leads: before.leads + 1, tickets: before.tickets + 1, messages: before.messages + 2 })
  expect(await view()).toMatchObject({
    enableImportMessage: false,
    importOldMessages: null,
    importRecentMessages: null,
    statusImportMessages: 'renderButtonCloseTickets',
    messageImport: { state: 'done' },
  })
  const published = world.published.filter(({ event }) => event === 'importMessages-1')
  expect(new Set(published.flatMap(({ topics }) => topics))).toEqual(new Set(['1/connections']))
  expect(published.at(-1)?.data).toEqual({ action: 'refresh', whatsappId: 1 })
  expect(JSON.stringify(world.published)).not.toContain('antiga')
})

test('a running import waits while little disk space is free, and goes on by itself; new messages arrive meanwhile', async () => {
  await begin()
  const [before, after] = [past(1, 5), past(2, 5).slice(1)]
  await account.sendHistory(before, { kind: 'full' })
  await until(() => imported().length === 5, 'the part before')
  space.freeBytes = gigabyte
  await account.sendHistory(after, { kind: 'full' })
  await world.server.phone('5511977770000', { name: 'Maria' }).say(account, 'Tem pão?')
  await until(() => rows("SELECT 1 FROM message WHERE body = 'Tem pão?'").length === 1, 'the new message')
  await until(() => rows('SELECT 1 FROM history_notice').length === 1, 'the announced part')
  const tick = async () => {
    rows(`UPDATE job SET run_at = 0 WHERE kind = 'connection.messageImport'`)
    await world.runJobs(1)
  }
  rows(`UPDATE message_import SET received_at = received_at - 61000`)
  await tick()
  expect([imported().length, rows('SELECT 1 FROM history_message').length]).toEqual([5, 0])
  expect(await view()).toMatchObject({ messageImport: { state: 'running' } })
  space.freeBytes = 50 * gigabyte
  await tick()
  await until(() => imported().length === 10, 'the part that waited')
  await goQuiet()
  expect(await view()).toMatchObject({ messageImport: { state: 'done' } })
})

function figures() {
  const [hours] = rows(
    'SELECT ifnull(sum(leads), 0) AS leads, ifnull(sum(active + passive), 0) AS tickets FROM attendance_hour',
  )
  const [messages] = rows('SELECT ifnull(sum(messages), 0) AS messages FROM message_count')
  return { ...hours, ...messages } as { leads: number; tickets: number; messages: number }
}

test('a contact blocked by the account is not imported as active', async () => {
  await begin()
  const [pest] = past(1, 1)
  await account.blockOnPhone(pest!.with as Phone, true)
  await account.sendHistory(past(2, 1), { kind: 'full' })
  await until(() => imported().length === 2, 'all')
  await goQuiet()
  await until(async () => {
    await world.runJobs(1)
    return rows(`SELECT active FROM contact WHERE number LIKE '5511940%' ORDER BY number`)[0]?.['active'] === 0
  }, 'the block')
  expect(rows(`SELECT active FROM contact WHERE number LIKE '5511940%' ORDER BY number`)).toEqual([
    { active: 0 },
    { active: 1 },
  ])
})

test('imports groups where enabled, each on one closed ticket', async () => {
  const [creator, own] = [world.server.phone('5511950000001', { name: 'Síndico' }), world.server.phone('5511900000001')]
  const group = await world.server.createGroup({ subject: 'Condomínio', creator, members: [own] })
  const talk = (id: string): HistoryChat => ({
    with: group.jid,
    messages: [{ id, text: `antiga ${id}`, from: '5511950000001', at: Date.now() - 5 * dayMs }],
  })
  await begin()
  await account.sendHistory([talk('G1')], { kind: 'full' })
  await account.sendHistory(past(1, 1), { kind: 'full' })
  await until(() => imported().length === 1, 'the message beside the group')
  expect(rows('SELECT 1 FROM contact WHERE is_group = 1')).toEqual([])
  await begin({ importOldMessagesGroups: true, importOldMessages: day(29) })
  await account.sendHistory([talk('G1'), talk('G2')], { kind: 'full' })
  await until(() => imported().length === 3, 'the group')
  expect(rows('SELECT name FROM contact WHERE is_group = 1')).toEqual([{ name: 'Condomínio' }])
  expect(rows('SELECT status, imported FROM ticket WHERE is_group = 1')).toEqual([{ status: 'closed', imported: 1 }])
})

test('closing imported tickets sends nothing', async () => {
  setSetting(world, 'sendFarewellWaitingTicket', 'enabled')
  await begin({ complationMessage: 'Até logo', closedTicketsPostImported: false })
  await account.sendHistory(past(40, 2), { kind: 'full' })
  await until(() => imported().length === 80, 'all')
  await goQuiet()
  const sent = () => rows("SELECT 1 FROM message WHERE user_id IS NULL AND body NOT LIKE 'antiga%'").length
  const before = sent()
  expect((await (await world.as(world.bruno)).post('/closedimported/1')).status).toBe(403)
  expect((await (await world.as(world.gina)).post('/closedimported/99')).status).toBe(404)
  expect((await (await world.as(world.ana)).post('/closedimported/1')).body).toEqual({ closed: 40 })
  const closed = () => rows(`SELECT 1 FROM ticket WHERE imported = 1 AND status = 'closed'`).length
  await until(
    async () => {
      await world.runJobs(1)
      // The last turn of the job finds nothing left.
      return closed() === 40 && (await view()).statusImportMessages === null
    },
    () => `40 closed tickets, ${closed()} so far`,
  )
  expect([sent() - before, (await view()).statusImportMessages]).toEqual([0, null])
})

test('a contact who writes on a pending imported ticket gets a new one', async () => {
  await begin({ timeCreateNewTicket: 60 })
  await account.sendHistory(past(1, 3), { kind: 'full' })
  await until(() => imported().length === 3, 'all')
  const customer = world.server.phone('5511940000000')
  await customer.say(account, 'Voltei')
  await until(() => rows(`SELECT 1 FROM message WHERE body = 'Voltei'`).length === 1, 'the message')
  expect(rows('SELECT status, imported FROM ticket ORDER BY id')).toEqual([
    { status: 'closed', imported: 1 },
    { status: 'pending', imported: 0 },
  ])
})

test('an import is canceled before it starts, stopped while it runs, and its notice is dismissed', async () => {
  const remove = async () => (await (await world.as(world.ana)).delete('/whatsapp/1/import')).body
  const fields = { enableImportMessage: false, importOldMessages: null, importRecentMessages: null }
  await ask()
  expect((await (await world.as(world.bruno)).delete('/whatsapp/1/import')).status).toBe(403)
  expect((await (await world.as(world.gina)).delete('/whatsapp/99/import')).status).toBe(404)
  expect(await remove()).toMatchObject({ ...fields, messageImport: null })
  account = await world.pair('5511900000001', { name: 'Padaria' })
  expect((await view()).messageImport).toBeNull()

  await begin()
  await account.sendHistory(past(1, 4), { kind: 'full' })
  await until(() => imported().length === 4, 'the first part')
  const stopped = { ...fields, messageImport: { state: 'stopped', this: 4 } }
  expect(await remove()).toMatchObject(stopped)
  await account.sendHistory(past(2, 5), { kind: 'full' })
  await until(() => rows('SELECT 1 FROM history_notice').length === 0, 'the second part')
  expect([imported().length, (await view()).messageImport.this]).toEqual([4, 4])
  const dismissed = { messageImport: null, statusImportMessages: 'renderButtonCloseTickets' }
  expect(await remove()).toMatchObject(dismissed)
  expect(await remove()).toMatchObject(dismissed)
})

test('unlinking stops the import and keeps what was imported', async () => {
  await begin()
  await account.sendHistory(past(1, 4), { kind: 'full' })
  await until(() => imported().length === 4, 'the first part')
  await account.unlink()
  await world.whenStatus('DISCONNECTED')
  expect(await view()).toMatchObject({ messageImport: { state: 'stopped', this: 4 }, enableImportMessage: false })
  expect(imported()).toHaveLength(4)
})

test('continues an interrupted part where it stopped', async () => {
  await begin()
  world
    .ctx(1)
    .company.sqlite.run(
      `CREATE TRIGGER full BEFORE INSERT ON history_message WHEN NEW.payload LIKE '%HIST3-%' BEGIN SELECT RAISE(FAIL, 'disk full'); END`,
    )
  await account.sendHistory(past(5, 100), { kind: 'full' })
  await until(() => rows('SELECT 1 FROM history_notice WHERE attempts > 0').length === 1, 'the failure')
  await world.connections.restart(1)
  world.ctx(1).company.sqlite.run('DROP TRIGGER full')
  rows('UPDATE history_notice SET retry_at = 0')
  await world.connections.restart(1)
  await until(
    () => imported().length === 500,
    () => `all, ${imported().length} so far`,
  )
  expect((await view()).messageImport).toMatchObject({ state: 'running', this: 500, all: 500 })
})
