import { afterEach, beforeEach, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { getContactRow } from '../contact/contact.queries'
import { localDay } from '../kernel/time/time-zone'
import { resolveOutreachTicket } from '../ticket/opening/resolve-outreach-ticket'
import { addContact, addTicket, setSwitches } from '../testing/conversation/tickets'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../testing/world/world'
import type { AttendanceReport } from './report.calls'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const acme = () => world.ctx(1)
const paths = [
  '/dashboard',
  '/dashboard/ticketsUsers',
  '/dashboard/ticketsDay',
  '/messages-allMe',
  '/dashboard/moments',
  '/usersMoments',
  '/ticketreport/reports',
]
const statuses = (calls: Pick<Caller, 'get'>) => Promise.all(paths.map(async (path) => (await calls.get(path)).status))

const nothing = { total: 0, closed: 0, supportTime: null, rated: 0, rating: null }

test('each call is limited to its permission and admins', async () => {
  expect(await statuses(world.nobody)).toEqual([401, 401, 401, 401, 401, 401, 401])
  expect(await statuses(await world.as(world.bruno))).toEqual([403, 403, 403, 403, 403, 403, 403])
  setSwitches(acme(), 2, { show_dashboard: true })
  expect(await statuses(await world.as(world.bruno))).toEqual([200, 200, 200, 200, 403, 403, 403])
  setSwitches(acme(), 2, { show_dashboard: false, allow_real_time: true })
  expect(await statuses(await world.as(world.bruno))).toEqual([403, 403, 403, 403, 200, 200, 403])
  expect(await statuses(await world.as(world.ana))).toEqual([200, 200, 200, 200, 200, 200, 200])
  expect(await statuses(await world.as(world.sofia))).toEqual([200, 200, 200, 200, 200, 200, 200])
})

test('reading changes nothing', async () => {
  const ana = await world.as(world.ana)
  for (const path of paths) {
    const { answer, ...effects } = await effectsOf(world, () => ana.get(path))
    expect([answer.status, effects]).toEqual([200, noEffects])
  }
})

test('companies see their own figures, and may not name another', async () => {
  addTicket(acme(), { status: 'open', userId: 2, startedByUs: true })
  const gina = await world.as(world.gina)
  expect((await gina.get('/dashboard')).body['counters']).toMatchObject({ activeTickets: 0, supportHappening: 0 })
  expect((await gina.get('/dashboard/ticketsUsers?companyId=2')).body).toEqual({ data: [] })
  expect((await gina.get('/dashboard/moments')).body).toEqual([])
  expect((await gina.get('/ticketreport/reports')).body).toEqual({ tickets: [], totalTickets: nothing })
  for (const path of ['ticketsUsers', 'ticketsDay']) {
    expect((await gina.get(`/dashboard/${path}?companyId=1`)).body['error']).toBe('ERR_NO_PERMISSION')
  }
})

test('the panel without a status is empty', async () => {
  addTicket(acme(), { status: 'open', userId: 2 })
  expect(await (await world.as(world.ana)).get('/dashboard/moments?status=')).toMatchObject({ status: 200, body: [] })
})

test('the panel shows visible tickets, and others’ only with the permission', async () => {
  const mine = addTicket(acme(), { status: 'open', userId: 2, queueId: 1 })
  const waiting = addTicket(acme(), { queueId: 1 })
  const carlas = addTicket(acme(), { status: 'open', userId: 3, queueId: 1 })
  const other = addTicket(acme(), { queueId: 2 })
  addTicket(acme(), { status: 'closed', userId: 2, queueId: 1 })
  const shown = async (calls: Caller, query = '') =>
    ((await calls.get(`/dashboard/moments?${query}`)).body as { id: number }[])
      .map(({ id }) => id)
      .sort((a, b) => a - b)
  const ana = await world.as(world.ana)
  expect(await shown(ana, 'showAll=true')).toEqual([mine.id, waiting.id, carlas.id, other.id])
  expect(await shown(ana, 'showAll=true&queueIds=[2]')).toEqual([other.id])
  expect(await shown(ana, 'showAll=true&userId=3')).toEqual([carlas.id])
  expect(await shown(ana, 'status=pending')).toEqual([waiting.id, other.id])
  setSwitches(acme(), 2, { allow_real_time: true })
  const bruno = await world.as(world.bruno)
  for (const query of ['', 'showAll=true', 'showAll=true&queueIds=[1,2]', 'showAll=true&userId=3']) {
    const expected = query.endsWith('userId=3') ? [] : [mine.id, waiting.id]
    expect([query, await shown(bruno, query)]).toEqual([query, expected])
  }
  setSwitches(acme(), 2, { all_user_chat: true })
  expect(await shown(bruno, 'showAll=true')).toEqual([mine.id, waiting.id, carlas.id])
  acme().company.sqlite.run('UPDATE ticket SET updated_at = ? WHERE id = ?', [Date.now() - 40 * 86_400_000, mine.id])
  expect(await shown(bruno)).toEqual([waiting.id])
  expect(await shown(bruno, 'dateStart=2000-01-01')).toEqual([waiting.id])
})

test('the panel without a filter shows open tickets with contact, agent, queue and connection', async () => {
  const contactId = addContact(acme(), 'Lúcia Prado')
  const { id } = addTicket(acme(), { contactId, status: 'open', userId: 2, queueId: 1 })
  const { body } = await (await world.as(world.ana)).get('/usersMoments')
  const ticket = (body as { id: number }[]).find((one) => one.id === id)
  expect(ticket).toMatchObject({
    userId: 2,
    user: { name: 'Bruno Lima' },
    contact: { name: 'Lúcia Prado' },
    queue: { name: 'Vendas' },
    whatsapp: { id: 1 },
    unreadMessages: 0,
    lastMessage: '',
  })
})

const report = async (calls: Caller, query = '') =>
  (await calls.get(`/ticketreport/reports?${query}`)).body as AttendanceReport

test('filters, pages and counts the attendance report', async () => {
  const ana = await world.as(world.ana)
  const maria = addContact(acme(), 'Júlia Peçanha')
  const first = addTicket(acme(), { contactId: maria, queueId: 1 })
  const second = addTicket(acme(), { status: 'open', userId: 3, queueId: 2 })
  const third = addTicket(acme(), { status: 'open', userId: 2, queueId: 1 })
  acme().company.sqlite.run(
    "UPDATE ticket SET status = 'closed', closed_at = started_at + 600000, rating = 4 WHERE id = ?",
    [third.id],
  )
  acme().company.sqlite.run("UPDATE ticket SET channel = 'instagram' WHERE id = ?", [first.id])
  const ids = async (query: string) => (await report(ana, query)).tickets.map(({ id }) => id)
  expect(await report(ana, 'pageSize=2')).toMatchObject({
    tickets: [
      { id: third.id, status: 'closed', supportTime: 10, NPS: 4, userName: 'Bruno Lima', queueName: 'Vendas' },
      {
        id: second.id,
        closedAt: null,
        supportTime: null,
        NPS: null,
        whatsappName: 'Acme WhatsApp',
        channel: 'whatsapp',
      },
    ],
    totalTickets: { total: 3, closed: 1, supportTime: 10, rated: 1, rating: 4 },
  })
  expect((await report(ana, 'users=[3]')).totalTickets).toEqual({ ...nothing, total: 1 })
  expect((await report(ana, 'pageSize=2&page=2')).tickets).toMatchObject([{ id: first.id, channel: 'instagram' }])
  expect(await ids('pageSize=2&page=9')).toEqual([])
  expect(await ids('searchParam=julia pec')).toEqual([first.id])
  expect(await ids(`contactId=${maria}`)).toEqual([first.id])
  expect(await ids('users=[2,3]&queueIds=[2]')).toEqual([second.id])
  expect(await ids('status=["closed"]&onlyRated=true')).toEqual([third.id])
  expect(await ids('whatsappId=[9]')).toEqual([])
  expect(await ids('dateTo=2020-01-01')).toEqual([])
})

/** The four screens' numbers of the same words. */
async function figuresOf(calls: Caller, days: string) {
  const [from, to] = days.split('..')
  const { body } = await calls.get(`/dashboard?date_from=${from}&date_to=${to}`)
  const { supportHappening, supportPending, supportGroups, supportFinished, leads } = body['counters'] as Record<
    string,
    number
  >
  const reported = async (query: string) => (await report(calls, `dateFrom=${from}&dateTo=${to}&${query}`)).totalTickets
  const shown = async (status: string) =>
    ((await calls.get(`/dashboard/moments?showAll=true&status=${status}`)).body as { id: number }[]).length
  const board = (await calls.get('/tickets/kanban')).body['lanes'] as { count: number }[]
  return {
    dashboard: { pending: supportPending, open: supportHappening, group: supportGroups, closed: supportFinished },
    leads,
    report: {
      pending: (await reported('status=["pending"]')).total,
      open: (await reported('status=["open"]')).total,
      group: (await reported('status=["group"]')).total,
      closed: (await reported('status=["closed"]')).total,
    },
    closedOfAll: (await reported('')).closed,
    panel: { pending: await shown('pending'), open: await shown('open'), group: await shown('group') },
    panelOfAll: await shown('open,pending,group'),
    board: board.reduce((sum, { count }) => sum + count, 0),
  }
}

test('dashboard, report, panel and board count the same tickets under the same words', async () => {
  const now = new Date()
  const ana = await world.as(world.ana)
  const close = async (id: number) =>
    expect((await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })).status).toBe(200)
  const today = localDay(now, 'America/Sao_Paulo')
  const monthAgo = new Date(now.getTime() - 31 * 86_400_000)

  // Waiting: one for consent, one snoozed, one of an imported history.
  const [waiting] = [addTicket(acme()), addTicket(acme(), { status: 'lgpd' })]
  addTicket(acme(), { imported: true, silent: true, queueId: null })
  acme().company.sqlite.run('UPDATE ticket SET snoozed_until = ? WHERE id = ?', [now.getTime() + 3_600_000, waiting.id])
  addTicket(acme(), { status: 'open', userId: 2 })
  addTicket(acme(), { status: 'open', userId: 3, queueId: 2 })
  addTicket(acme(), { status: 'group', isGroup: true })
  addTicket(acme(), { status: 'nps', userId: 2 })
  // Resolved: one at once, one opened before the days, one twice, and a group.
  const resolved = [
    addTicket(acme(), { status: 'open', userId: 2 }),
    addTicket(acme(), { status: 'open', userId: 3, queueId: 2, at: monthAgo }),
    addTicket(acme(), { status: 'open', userId: 1 }),
    addTicket(acme(), { status: 'group', isGroup: true }),
  ]
  for (const { id } of resolved) await close(id)
  const [again] = resolved.slice(2)
  expect((await ana.put(`/tickets/${again!.id}`, { status: 'open', userId: 1 })).body['status']).toBe('open')
  expect((await figuresOf(ana, `${today}..${today}`)).dashboard).toMatchObject({ open: 3, closed: 3 })
  await close(again!.id)
  // Nobody attended these: messages of campaigns, a history, and a blocked contact's record.
  for (const open of ['none', 'closed'] as const) {
    const contact = getContactRow(acme(), addContact(acme(), `Destino ${open}`))
    const rule = { open, userId: 2 }
    acme().transaction(() =>
      resolveOutreachTicket(acme(), { contact, connection: { id: 1, channel: 'whatsapp' }, rule }),
    )
  }
  addTicket(acme(), { status: 'closed', imported: true, silent: true })
  addTicket(acme(), { status: 'closed', silent: true })
  addTicket(world.ctx(2), { status: 'open', userId: 1 })

  const counted = { pending: 3, open: 2, group: 1, closed: 4 }
  const { closed: _, ...active } = counted
  const figures = await figuresOf(ana, `${today}..${today}`)
  expect(figures).toEqual({
    dashboard: counted,
    leads: figures.leads,
    report: counted,
    closedOfAll: 4,
    panel: active,
    panelOfAll: 6,
    board: 6,
  })
  const started = (await ana.get(`/dashboard/ticketsDay?initialDate=${today}&finalDate=${today}`)).body['count']
  // Those opened before the days and those that imports left waiting were not started by anybody here.
  expect(started).toBe(10)
  const all = (await report(ana, `dateFrom=${today}&dateTo=${today}&withUnattended=true`)).totalTickets
  expect([all.total, all.closed]).toEqual([15, 8])
  const pages = await Promise.all([1, 2, 3, 4].map((page) => report(ana, `dateFrom=${today}&pageSize=3&page=${page}`)))
  const ids = pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))
  expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([11, 11, resolved[1]!.id])
})

test('returns all rows at once if requested, also beyond one batch', async () => {
  const ana = await world.as(world.ana)
  expect(await report(ana, 'pageSize=9999999')).toEqual({ tickets: [], totalTickets: nothing })
  const count = 5300
  acme().company.sqlite.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO ticket (uuid, status, contact_id, created_at, updated_at) SELECT 'u' || i, 'closed', 1, i / 7, 1 FROM n`,
  )
  const { tickets, totalTickets } = await report(ana, 'pageSize=9999999')
  expect([tickets.length, new Set(tickets.map(({ id }) => id)).size, totalTickets.total]).toEqual([count, count, count])
  const page = await report(ana, 'pageSize=1000&page=6')
  expect(page.tickets).toEqual(tickets.slice(5000))
  expect(page.totalTickets.total).toBe(count)
  expect((await report(ana, 'pageSize=10&page=530')).tickets.length).toBe(10)
})

test('exports all filtered rows, with local times and without formulas', async () => {
  const ana = await world.as(world.ana)
  const contactId = addContact(acme(), '=HYPERLINK("http://x")')
  const { id } = addTicket(acme(), { contactId, status: 'open', userId: 2, queueId: 1 })
  const opened = Date.parse('2026-03-10T15:30:00Z')
  acme().company.sqlite.run(
    "UPDATE ticket SET created_at = ?, started_at = ?, closed_at = ?, status = 'closed', rating = 5 WHERE id = ?",
    [opened, opened, opened + 3_660_000, id],
  )
  const headers = { authorization: `Bearer ${ana.token}` }
  const ask = async (query: string) =>
    world.app.handle(new Request(`http://localhost/ticketreport/export?${query}`, { headers }))
  const answer = await ask('dateFrom=2026-03-10&dateTo=2026-03-10')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="relatorio-de-atendimentos.xlsx"')
  const book = read(await answer.arrayBuffer(), { cellDates: false })
  expect(book.SheetNames).toEqual(['RelatorioDeAtendimentos'])
  const rows = utils.sheet_to_json<string[]>(book.Sheets['RelatorioDeAtendimentos']!, {
    header: 1,
    raw: false,
    defval: '',
  })
  expect(rows.slice(1)).toEqual([
    [
      ...[expect.any(String), '=HYPERLINK("http://x")', 'Bruno Lima', 'Vendas', 'Resolvido', ''],
      ...['10/03/2026 12:30', '10/03/2026 13:31', '01h 01m', '5'],
    ],
  ])
  const csv = await (await ask('dateFrom=2026-03-10&dateTo=2026-03-10&format=csv')).text()
  expect(csv.split('\r\n')[1]).toContain(';10/03/2026 12:30;10/03/2026 13:31;01h 01m;5')
  const bruno = await world.as(world.bruno)
  expect((await bruno.get('/ticketreport/export')).status).toBe(403)
})

test('exports in the language of the exporting user', async () => {
  const ana = await world.as(world.ana)
  const { id } = addTicket(acme(), { contactId: addContact(acme(), 'Rita Lima'), status: 'open', userId: 2 })
  await ana.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
  expect((await ana.put(`/users/${world.ana.id}`, { language: 'es' })).status).toBe(200)
  const answer = await world.app.handle(
    new Request('http://localhost/ticketreport/export', { headers: { authorization: `Bearer ${ana.token}` } }),
  )
  expect(answer.headers.get('content-disposition')).toContain('informe-de-conversaciones.xlsx')
  const { Sheets, SheetNames } = read(await answer.arrayBuffer())
  expect(SheetNames).toEqual(['Conversaciones'])
  const [head, row] = utils.sheet_to_json<string[]>(Sheets['Conversaciones']!, { header: 1 })
  expect(head?.slice(0, 5)).toEqual(['Conexión', 'Contacto', 'Agente', 'Cola', 'Estado'])
  expect(row?.slice(1, 5)).toEqual(['Rita Lima', 'Bruno Lima', 'Vendas', 'Resuelta'])
})
