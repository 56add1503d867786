import { afterEach, beforeEach, expect, test } from 'bun:test'
import { noSla } from '../../queue/sla/queue-sla.contract'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addTicket } from '../../testing/conversation/tickets'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'

let server: Awaited<ReturnType<typeof startMailServer>>
let world: World
let ana: Caller
/** Thursday, 09:10 in São Paulo. */
const start = '2026-11-19T12:10:00Z'
const targets = { firstAnswer: 10, nextAnswer: null, resolve: null, warnBefore: null }

async function open(environment: Record<string, string>) {
  world = await createWorld({ now: new Date(start), environment: { LOG_LEVEL: 'silent', ...environment } })
  ana = await world.as(world.ana)
  const sla = { ...noSla, hours: 'always', normal: targets }
  expect((await ana.put('/queue/1', { sla })).status).toBe(200)
  await world.runJobs(1)
}
beforeEach(async () => {
  server = await startMailServer()
  await open({ SMTP_URL: server.url, PUBLIC_URL: 'https://host.test' })
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const save = (value: string) => ana.put('/settings/breachDigest', { value })

function write(phone: string, id: number) {
  receive(world, 1, messageEvent({ phone, text: 'Oi', atMs: world.ctx(1).now.getTime() }))
  setTicketQueue(world.ctx(1), id, 1)
}

/** Runs what is due until then, in steps of five minutes. */
async function goTo(moment: string) {
  const end = Date.parse(moment)
  for (let at = world.ctx(1).now.getTime(); at < end;) {
    world.setTime(new Date((at = Math.min(end, at + 300_000))))
    for (let again = 0; again < 3; again++) await world.runJobs(1)
  }
  return server.received
    .splice(0)
    .map((mail) => ({ to: mail.to[0], text: plainTextOf(mail).replaceAll('\r\n', '\n') }))
    .sort((a, b) => (a.to ?? '').localeCompare(b.to ?? ''))
}

test('is off at first; every hour with broken promises tells them once, to administrators', async () => {
  write('5511988880001', 1)
  expect(await goTo('2026-11-19T13:05:00Z')).toEqual([])
  await save('hourly')
  write('5511966660001', 2)
  addTicket(world.ctx(1), { queueId: 2 })
  const told = await goTo('2026-11-19T14:00:00Z')
  expect(told.map(({ to }) => to)).toEqual(['ana@acme.test', 'sofia@acme.test'])
  const [{ text } = { text: '' }] = told
  expect(text).toContain('Um prazo de atendimento de Acme venceu desde o último aviso.')
  expect(text).toMatch(/\n#2 .*\| Primeira resposta \| \S.* \| – \| 19\/11\/2026,? 10:15\n/)
  expect(text).not.toContain('#1 ')
  expect(await goTo('2026-11-19T16:00:00Z')).toEqual([])
})

test('once a day tells all of the day in the morning, in the company’s time zone', async () => {
  await save('daily')
  write('5511988880001', 1)
  expect(await goTo('2026-11-19T12:30:00Z')).toEqual([])
  write('5511966660001', 2)
  expect(await goTo('2026-11-20T10:55:00Z')).toEqual([])
  const told = await goTo('2026-11-20T11:00:00Z')
  expect(told.map(({ to }) => to)).toEqual(['ana@acme.test', 'sofia@acme.test'])
  expect(told[0]?.text).toContain('2 prazos de atendimento de Acme venceram')
  await save('disabled')
  write('5511955550001', 3)
  expect(await goTo('2026-11-21T12:00:00Z')).toEqual([])
})

test('cannot be turned on without a mail server', async () => {
  world.stop()
  await open({})
  const refused = await save('daily')
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NO_MAIL_SERVER'])
})
