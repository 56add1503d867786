import { afterAll, beforeAll, expect, test } from 'bun:test'
import { setSetting } from '../../testing/conversation/conversation'
import { addContact, addTicket, setSwitches } from '../../testing/conversation/tickets'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { boundsOfDay } from '../../kernel/time/time-zone'
import { setTranscription } from '../../message/change/set-transcription'
import type { Answer } from '../../testing/world/requests'

let world: World
let ana: Caller
const at = (minute: number) => Date.UTC(2026, 2, 10, 12, minute)

beforeAll(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  const ctx = world.ctx(1)
  for (let index = 0; index < 90; index++) {
    const contactId = addContact(ctx, `Cliente ${String(index).padStart(2, '0')}`)
    const { id } = addTicket(ctx, { contactId, status: index < 85 ? 'pending' : 'open', userId: index < 85 ? null : 2 })
    // Neighbours have equal times, so that paging must use the id as well.
    ctx.company.sqlite.run('UPDATE ticket SET updated_at = ?, created_at = ? WHERE id = ?', [
      at(Math.floor(index / 7)),
      at(-1440 * (index % 3)),
      id,
    ])
  }
})
afterAll(() => world.stop())

const sql = (text: string) => world.ctx(1).company.sqlite.run(text)
const ids = async (query: string): Promise<number[]> =>
  (await ana.get(`/tickets?${query}`)).body['tickets'].map(({ id }: { id: number }) => id)

test('pages by key in each order, each ticket once', async () => {
  const upwards = Array.from({ length: 85 }, (_, index) => index + 1)
  // Those with an even number have waited longer.
  sql('UPDATE ticket SET queued_at = id + iif(id % 2, 1000, 0)')
  const orders = {
    DESC: upwards.toReversed(),
    ASC: upwards,
    WAIT: [...upwards.filter((id) => id % 2 === 0), ...upwards.filter((id) => id % 2)],
  }
  for (const [sort, order] of Object.entries(orders)) {
    const seen: number[] = []
    let cursor: string | null = null
    for (const size of [40, 40, 5]) {
      const { body }: Answer = await ana.get(
        `/tickets?status=pending&sortTickets=${sort}${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect([body['tickets'].length, body['hasMore'], body['count']]).toEqual([size, size === 40, 85])
      seen.push(...body['tickets'].map(({ id }: { id: number }) => id))
      cursor = body['nextCursor']
    }
    expect(cursor).toBeNull()
    expect(seen).toEqual(order)
    const byNumber = [1, 2, 3].map((page) => ids(`status=pending&sortTickets=${sort}&pageNumber=${page}`))
    expect((await Promise.all(byNumber)).flat()).toEqual(seen)
  }
})

test('a ticket that moves while scrolling appears once', async () => {
  const first = (await ana.get('/tickets?status=pending')).body
  sql(`UPDATE ticket SET updated_at = ${at(50)} WHERE id = 1`)
  const second = await ids(`status=pending&cursor=${first['nextCursor']}`)
  const third = await ids(
    `status=pending&cursor=${(await ana.get(`/tickets?status=pending&cursor=${first['nextCursor']}`)).body['nextCursor']}`,
  )
  expect(new Set([...first['tickets'].map(({ id }: { id: number }) => id), ...second, ...third]).size).toBe(84)
  sql(`UPDATE ticket SET updated_at = ${at(0)} WHERE id = 1`)
})

test('search ignores case and accents, in names and numbers, also for short texts', async () => {
  sql("UPDATE contact SET name = 'Conceição', search_text = 'conceicao 5521999990000' WHERE id = 2")
  for (const found of ['CONCEIÇÃO', 'conceicao', 'ção', '21999990', 'çã']) {
    expect([found, await ids(`status=search&searchParam=${encodeURIComponent(found)}`)]).toEqual([found, [1]])
  }
  expect(await ids('status=open&searchParam=conceicao')).toEqual([])
  for (const found of ['%25', '_', '"', "'", '*', '\\', 'NOT', '(']) {
    const answer = await ana.get(`/tickets?status=search&searchOnMessages=true&searchParam=${found}`)
    expect([found, answer.status, answer.body['count']]).toEqual([found, 200, 0])
  }
  const { body } = await ana.get('/tickets?status=search&searchParam=cliente')
  expect([body['tickets'].length, body['count'], body['hasMore']]).toEqual([40, 89, true])
})

test('searches messages only if requested, by whole words and the start of the last', async () => {
  const say = (ticketId: number, body: string) =>
    sql(`INSERT INTO message (ticket_id, from_me, body, created_at) VALUES (${ticketId}, 0, '${body}', 0)`)
  say(7, 'O orçamento do azulejo é alto')
  say(8, 'Sem azulejos, obrigado')
  const find = (text: string) => ids(`status=search&searchOnMessages=true&searchParam=${encodeURIComponent(text)}`)
  expect(await ids('status=search&searchParam=azulejo')).toEqual([])
  expect(await find('ORCAMENTO')).toEqual([7])
  expect(await find('azul')).toEqual([8, 7])
  expect(await find('azulejo orcam')).toEqual([7])
  expect(await find('azulejo-orçamento')).toEqual([7])
  expect(await find('“azulejo”, é')).toEqual([7])
  expect(await find('ulejo')).toEqual([])
  sql("INSERT INTO setting VALUES ('x', 'y')")
})

test('finds edited and deleted messages in their current state, indexed or not', async () => {
  const find = (text: string) => ids(`status=search&searchOnMessages=true&searchParam=${text}`)
  const say = (ticketId: number, body: string) =>
    sql(`INSERT INTO message (ticket_id, from_me, body, created_at) VALUES (${ticketId}, 0, '${body}', 0)`)
  const change = () => {
    sql("UPDATE message SET body = 'escrivaninha' WHERE body = 'sofá'")
    sql("DELETE FROM message WHERE body = 'poltrona'")
  }
  const found = async () => [await find('sofa'), await find('poltrona'), await find('escrivaninha')]
  say(7, 'sofá')
  say(8, 'poltrona')
  change()
  expect(await found()).toEqual([[], [], [7]])
  say(9, 'sofá')
  say(10, 'poltrona')
  expect(await found()).toEqual([[9], [10], [7]])
  change()
  expect(await found()).toEqual([[], [], [9, 7]])
  sql("INSERT INTO message_search (message_search) VALUES ('integrity-check')")
})

test('finds voice notes by their transcription, until they are deleted', async () => {
  const find = (text: string) => ids(`status=search&searchOnMessages=true&searchParam=${encodeURIComponent(text)}`)
  const ctx = world.ctx(1)
  sql("INSERT INTO message (ticket_id, from_me, body, media_type, created_at) VALUES (8, 0, '', 'audio', 0)")
  const { id } = ctx.company.sqlite.query<{ id: number }, []>('SELECT max(id) AS id FROM message').get()!
  expect(await find('luminária')).toEqual([])
  expect(ctx.company.sqlite.query('SELECT 1 FROM message_search_docsize WHERE id = ?').all(id)).toEqual([])
  setTranscription(ctx, id, 'Queria saber da luminária e do 5511987654321')
  expect([await find('luminaria'), await find('saber lumin'), await find('saber azulejo')]).toEqual([[8], [8], []])
  setTranscription(ctx, id, 'Queria saber do abajur')
  expect([await find('luminaria'), await find('abajur')]).toEqual([[], [8]])
  sql(`DELETE FROM message WHERE id = ${id}`)
  expect(await find('abajur')).toEqual([])
})

test('finds messages by the beginning of a word, however many words begin so', async () => {
  sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO message (ticket_id, from_me, body, created_at)
    SELECT 9, 0, 'pedido grua' || char(97 + i / 26, 97 + i % 26), 0 FROM n UNION ALL SELECT 8, 0, 'pedido gru', 0`)
  const find = (text: string) => ids(`status=search&searchOnMessages=true&searchParam=${encodeURIComponent(text)}`)
  expect([await find('grua'), await find('pedido gruaa'), await find('gruazz')]).toEqual([[9], [9], []])
  sql("DELETE FROM message WHERE body LIKE 'pedido gru%'")
})

test('reports at least so many matches for a very common word', async () => {
  sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
    INSERT INTO message (ticket_id, from_me, body, created_at) SELECT 9 + i % 3, 0, 'frete', 0 FROM n`)
  const search = async (text: string) =>
    (await ana.get(`/tickets?status=search&searchOnMessages=true&searchParam=${text}`)).body
  expect(await search('frete')).toMatchObject({ count: 3, countIsLeast: true })
  expect(await search('azulejo')).toMatchObject({ count: 2, countIsLeast: false })
  sql("DELETE FROM message WHERE body = 'frete'")
})

test('reports so for digits, too, which are read again where numbers are hidden, with deleted messages among them', async () => {
  for (const key of ['enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage']) setSetting(world, key, 'enabled')
  setSwitches(world.ctx(1), world.bruno.id, { all_ticket: true })
  const bruno = await world.as(world.bruno)
  const search = async () => {
    const { count, countIsLeast } = (await bruno.get('/tickets?status=search&searchOnMessages=true&searchParam=771'))
      .body
    return [count, countIsLeast]
  }
  sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO message (ticket_id, from_me, body, created_at) SELECT 9 + i % 3, 0, 'frete 771', 0 FROM n`)
  expect(await search()).toEqual([3, false])
  sql("INSERT INTO message (ticket_id, from_me, body, created_at, is_deleted) VALUES (12, 0, 'frete 771', 0, 1)")
  expect(await search()).toEqual([3, true])
  sql("DELETE FROM message WHERE body = 'frete 771'")
  for (const key of ['enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage']) setSetting(world, key, 'disabled')
})

test('each result has its newest matching message, with the text around the match', async () => {
  const long = `${'Bom dia. '.repeat(30)}Queria saber o preço do tapête azul, por favor. ${'Obrigada. '.repeat(30)}`
  for (const body of ['tapete antigo', long, 'Outra coisa']) {
    sql(`INSERT INTO message (ticket_id, from_me, body, created_at) VALUES (9, 0, '${body}', 0)`)
  }
  const { body } = await ana.get('/tickets?status=search&searchOnMessages=true&searchParam=tapete')
  expect(body['tickets'].map(({ id }: { id: number }) => id)).toEqual([9])
  const { messageId, excerpt } = body['tickets'][0].hit
  expect(world.ctx(1).company.sqlite.query('SELECT body FROM message WHERE id = ?').get(messageId)).toEqual({
    body: long,
  })
  expect(excerpt).toMatch(/^….{0,16}tapête azul, por favor\. Obrigada\..*…$/)
  expect((await ana.get('/tickets?status=search&searchParam=cliente')).body['tickets'][0].hit).toBeUndefined()
  sql("DELETE FROM message WHERE ticket_id = 9 AND body LIKE '%tap%' OR body = 'Outra coisa'")
})

test('searches messages of visible tickets only', async () => {
  const { get } = await world.as(world.carla)
  const { body } = await get('/tickets?status=search&searchOnMessages=true&searchParam=azulejo&showAll=true')
  expect(body).toMatchObject({ tickets: [], count: 0 })
})

test('filters by each field and by several', async () => {
  sql(
    "INSERT INTO tag (name, color, kanban, created_at, updated_at) VALUES ('VIP', '#0', 0, 0, 0), ('Fase', '#0', 1, 0, 0)",
  )
  sql('INSERT INTO contact_tag SELECT contact_id, 1 FROM ticket WHERE id IN (10, 11)')
  sql('INSERT INTO ticket_tag VALUES (11, 2, 0), (12, 2, 0)')
  sql('UPDATE ticket SET unread_messages = 2 WHERE id IN (11, 20)')
  expect(await ids('tags=[1]')).toEqual([11, 10])
  expect(await ids('tags=[1,2]')).toEqual([11])
  expect(await ids('status=pending&withUnreadMessages=true')).toEqual([20, 11])
  expect((await ana.get('/tickets?status=pending&withUnreadMessages=true')).body['count']).toBe(2)
  expect(await ids('tags=2&withUnreadMessages=true')).toEqual([11])
  // A full page is the last one when nothing follows.
  sql('UPDATE ticket SET unread_messages = 1 WHERE id <= 40')
  const { body } = await ana.get('/tickets?status=pending&withUnreadMessages=true')
  expect([body['tickets'].length, body['hasMore'], body['nextCursor']]).toEqual([40, false, null])
  sql('UPDATE ticket SET unread_messages = id IN (11, 20)')
  expect(await ids('whatsapps=[2]')).toEqual([])
  expect(await ids('status=open&showAll=true&users=[2]')).toEqual(await ids('status=open&showAll=true'))
  expect(await ids('status=open&showAll=true&users=[3]')).toEqual([])
  expect(await ids('status=search&statusFilter=["open"]')).toHaveLength(5)
  expect((await ana.get('/tickets/counts')).body['unread']).toBe(2)
  const [row] = (await ana.get('/tickets?tags=[1,2]')).body['tickets']
  expect(row.tags.map(({ name, kanban }: { name: string; kanban: boolean }) => [name, kanban])).toEqual([
    ['VIP', false],
    ['Fase', true],
  ])
})

test('an empty filter is ignored', async () => {
  const all = await ids('status=search')
  const names =
    'searchParam pageNumber tags users whatsapps statusFilter date updatedAt showAll withUnreadMessages searchOnMessages sortTickets'
  for (const name of names.split(' ')) expect([name, await ids(`status=search&${name}=`)]).toEqual([name, all])
})

test('tickets awaiting consent are pending, tickets awaiting a rating are closed', async () => {
  const lgpd = addTicket(world.ctx(1), { status: 'lgpd' }).id
  const nps = addTicket(world.ctx(1), { status: 'nps', userId: 2 }).id
  expect((await ids('status=pending')).slice(0, 2)).toEqual([lgpd, 85])
  expect(await ids('status=closed')).toEqual([nps])
  expect([await ids('status=lgpd'), await ids('status=nps')]).toEqual([[lgpd], [nps]])
  expect(await ids('status=pending&showAll=true&statusFilter=["lgpd"]')).toEqual([lgpd])
  expect((await ana.get('/tickets/counts')).body).toMatchObject({ pending: 86 })
  const { get } = await world.as(world.bruno)
  expect((await get('/tickets?status=closed')).body).toMatchObject({ count: 1, tickets: [{ id: nps }] })
  sql(`DELETE FROM ticket WHERE id IN (${lgpd}, ${nps})`)
})

test('days are those of the company’s time zone', async () => {
  expect(boundsOfDay('2026-03-10', 'America/Sao_Paulo')).toEqual({
    startMs: Date.UTC(2026, 2, 10, 3),
    endMs: Date.UTC(2026, 2, 11, 3),
  })
  // The clock was changed that night: a day of 23 hours.
  const { startMs, endMs } = boundsOfDay('2018-11-04', 'America/Sao_Paulo')
  expect((endMs - startMs) / 3_600_000).toBe(23)
  expect((await ana.get('/tickets?date=2026-03-09')).body['count']).toBe(30)
  expect((await ana.get('/tickets?updatedAt=2026-03-10')).body['count']).toBe(90)
  expect((await ana.get('/tickets?updatedAt=2026-03-11')).body['count']).toBe(0)
})

test('refuses an invalid day', async () => {
  for (const name of ['date', 'updatedAt']) {
    for (const day of ['2026-99-99', '2026-13-01', 'ontem', '2026-1-1']) {
      const { status, body } = await ana.get(`/tickets?status=search&${name}=${day}`)
      expect([status, body.error, body['fields']]).toEqual([400, 'ERR_INVALID_INPUT', { [name]: 'date' }])
    }
    expect((await ana.get(`/tickets?status=search&${name}=2026-03-10T12:00:00.000Z`)).status).toBe(200)
  }
})
