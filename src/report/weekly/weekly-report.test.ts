import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { closeTicket } from '../../ticket/closing/close-ticket'

let server: Awaited<ReturnType<typeof startMailServer>>
let world: World
let ana: Caller

async function open(environment: Record<string, string>) {
  world = await createWorld({
    now: new Date('2026-02-25T15:00:00Z'),
    environment: { LOG_LEVEL: 'silent', ...environment },
  })
  ana = await world.as(world.ana)
}
beforeEach(async () => {
  server = await startMailServer()
  await open({ SMTP_URL: server.url, PUBLIC_URL: 'https://host.test' })
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const save = (key: string, value: string) => ana.put(`/settings/${key}`, { value })
const goTo = (moment: string) => world.setTime(new Date(moment))
const jobs = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ at: number }, []>(
      "SELECT run_at AS at FROM job WHERE kind = 'report.weekly' AND given_up = 0",
    )
    .all()
    .map(({ at }) => new Date(at).toISOString())

/** Twice, as after a crash. */
async function mailed() {
  for (let again = 0; again < 3; again++) await world.runJobs(1)
  return server.received.splice(0).sort((a, b) => (a.to[0] ?? '').localeCompare(b.to[0] ?? ''))
}
const readers = async () => (await mailed()).map(({ to }) => to[0])

function setZone(zone: string) {
  world.platform.catalog.sqlite.run('UPDATE company SET time_zone = ? WHERE id = 1', [zone])
  world.platform.catalog.companies.forget()
}

test('is off at first, and is sent each week at the local hour, over a change of the clocks', async () => {
  setZone('America/New_York')
  expect(jobs()).toEqual([])
  await save('weeklyReport', 'enabled')
  expect(jobs()).toEqual(['2026-03-02T13:00:00.000Z'])
  goTo('2026-03-02T12:59:59Z')
  expect(await readers()).toEqual([])
  goTo('2026-03-02T13:00:00Z')
  expect(await readers()).toEqual(['ana@acme.test', 'sofia@acme.test'])
  // Clocks go forward on March 8.
  expect(jobs()).toEqual(['2026-03-09T12:00:00.000Z'])
  goTo('2026-03-09T12:00:00Z')
  expect(await readers()).toEqual(['ana@acme.test', 'sofia@acme.test'])
  // The process was down on Monday: sent late, once, and the next one is not moved.
  goTo('2026-03-18T20:00:00Z')
  const [late] = await mailed()
  expect(plainTextOf(late ?? { raw: '' })).toContain('de 09/03/2026 a 15/03/2026')
  expect(jobs()).toEqual(['2026-03-23T12:00:00.000Z'])
  await save('weeklyReportDay', 'friday')
  await save('weeklyReportHour', '18:00')
  expect(jobs()).toEqual(['2026-03-20T22:00:00.000Z'])
  await save('weeklyReport', 'disabled')
  expect(jobs()).toEqual([])
  goTo('2026-03-30T20:00:00Z')
  expect(await readers()).toEqual([])
})

test('has the dashboard’s figures of the week, each agent’s, and those of the week before', async () => {
  await save('weeklyReport', 'enabled')
  receive(world, 1, messageEvent())
  openTicket(world, world.bruno)
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: false })
  goTo('2026-03-02T11:00:00Z')
  const [first] = await mailed()
  const text = plainTextOf(first ?? { raw: '' }).replaceAll('\r\n', '\n')
  expect(text).toContain('Olá, Ana Souza!\n\nEste é o resumo da equipe de Acme, de 23/02/2026 a 01/03/2026.')
  const dashboard = (await (await world.as(world.ana)).get('/dashboard?date_from=2026-02-23&date_to=2026-03-01')).body
  const { activeTickets, passiveTickets, supportFinished } = dashboard.counters
  expect([activeTickets + passiveTickets, supportFinished]).toEqual([1, 1])
  expect(text).toContain('Atendimentos iniciados: 1 (semana anterior: 0)\nResolvidos: 1 (semana anterior: 0)')
  expect(text).toContain(
    'Por atendente (Atendente | Atendimentos | Espera | Duração | Nota)\nBruno Lima | 1 | 00h 00m | 00h 00m | –\n',
  )
  expect(text).not.toContain('Carla')
  expect(text).toContain('https://host.test/?tab=attendants')
  goTo('2026-03-09T11:00:00Z')
  const [second] = await mailed()
  const later = plainTextOf(second ?? { raw: '' })
  expect(later).toContain('Atendimentos iniciados: 0 (semana anterior: 1)')
  expect(later).not.toContain('Por atendente')
})

test('goes to the chosen users in their language, and to no address of others', async () => {
  ana = await world.as(world.ana)
  await save('weeklyReport', 'enabled')
  const refused = await save('weeklyReportEmails', 'bruno@acme.test, gina@globex.test')
  expect([refused.status, refused.body.fields]).toEqual([400, { weeklyReportEmails: 'notUsers' }])
  expect((await save('weeklyReportEmails', 'bruno')).body.fields).toEqual({ weeklyReportEmails: 'invalidEmail' })
  expect((await save('weeklyReportEmails', 'BRUNO@acme.test;carla@acme.test')).body.value).toBe(
    'bruno@acme.test, carla@acme.test',
  )
  await ana.post('/users', { name: 'Dani', email: 'dani@acme.test', invite: true, profile: 'admin' })
  world.ctx(1).company.sqlite.run("UPDATE user SET language = 'en' WHERE id = 3")
  await ana.delete('/users/2')
  goTo('2026-03-02T11:00:00Z')
  const [only, ...others] = await mailed()
  expect([only?.to, others]).toEqual([['carla@acme.test'], []])
  expect(only?.raw).toContain('Subject: The week of Acme: 23/02/2026 to 01/03/2026')
})

test('cannot be turned on without a mail server', async () => {
  world.stop()
  await open({})
  const refused = await save('weeklyReport', 'enabled')
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NO_MAIL_SERVER'])
  expect((await ana.get('/setting/weeklyReport')).body.value).toBe('disabled')
  expect(jobs()).toEqual([])
})
