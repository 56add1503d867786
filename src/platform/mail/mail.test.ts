import { afterEach, expect, test } from 'bun:test'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { type Script, startScriptedServer } from '../../testing/services/smtp/start-scripted-server'
import { createWorld, type World } from '../../testing/world/world'
import { type Mail, sendMail } from './send-mail'

const start = new Date('2026-03-10T15:00:00Z')
const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function open(url: string) {
  const world = await createWorld({ now: start, environment: { SMTP_URL: url, LOG_LEVEL: 'silent' } })
  stops.push(() => world.stop())
  return world
}

async function openScripted(script: Script) {
  const server = await startScriptedServer(script)
  stops.push(server.stop)
  return { server, world: await open(server.url) }
}

const invoice: Mail = {
  to: { name: 'Dona Maria', address: 'maria@acme.test' },
  subject: 'Fatura',
  text: 'Olá',
  key: 'invoice:1',
}
function mail(world: World, given: Partial<Mail> = {}, companyId = 1) {
  const ctx = world.ctx(companyId)
  ctx.transaction(() => sendMail(ctx, { ...invoice, ...given }))
}
const eventsOf = (world: World, companyId = 1) =>
  world
    .ctx(companyId)
    .company.sqlite.query<{ type: string; data: string }, []>("SELECT type, data FROM event WHERE type LIKE 'mail.%'")
    .all()
    .map(({ type, data }) => [type, JSON.parse(data)])
const jobsOf = (world: World, companyId = 1) =>
  world
    .ctx(companyId)
    .company.sqlite.query<{ attempts: number; run_at: number; payload: string }, []>(
      "SELECT attempts, run_at, payload FROM job WHERE kind = 'mail.send' AND given_up = 0",
    )
    .all()

test('a mail is sent once, by its own company, and its text is sealed while it waits', async () => {
  const server = await startMailServer({ account: { user: 'conta@host.test', pass: 'p@ss:/wörd' } })
  stops.push(server.stop)
  const account = `${encodeURIComponent('conta@host.test')}:${encodeURIComponent('p@ss:/wörd')}`
  const world = await open(`smtp://${account}@${server.address}`)
  mail(world, { text: 'Segredo', html: '<p>Segredo</p>' })
  mail(world, { to: { name: '', address: 'x@globex.test' }, key: 'invoice:1' }, 2)
  expect(jobsOf(world)[0]?.payload).not.toContain('Segredo')
  await world.runJobs(1)
  expect(server.received).toMatchObject([{ from: 'conta@host.test', to: ['maria@acme.test'], user: 'conta@host.test' }])
  const [{ raw } = { raw: '' }] = server.received
  expect(raw).toContain('From: Recado <conta@host.test>\r\n')
  expect(raw).toContain('To: Dona Maria <maria@acme.test>\r\n')
  expect(raw).toContain('Date: Tue, 10 Mar 2026 15:00:00 +0000\r\n')
  expect(plainTextOf({ raw })).toBe('Segredo')
  expect([eventsOf(world), jobsOf(world)]).toEqual([[['mail.sent', { key: 'invoice:1' }]], []])
  expect([eventsOf(world, 2), jobsOf(world, 2).length]).toEqual([[], 1])
  await world.runJobs(1)
  expect(server.received).toHaveLength(1)
})

test('names end no header, addresses of other scripts are sent in ASCII, and a newer mail replaces a waiting one', async () => {
  const server = await startMailServer()
  stops.push(server.stop)
  const world = await open(server.url)
  const name = 'Eva\r\nBcc: thief@evil.test\r\n\r\n<b>'
  mail(world, { subject: 'Antiga' })
  mail(world, { to: { name, address: 'eva@padaria-são-joão.test' }, subject: 'Oi\r\nBcc: thief@evil.test' })
  // RFC 5321, section 4.1.2 (October 2008): neither a list nor a second command fits into a mailbox.
  mail(world, { to: { name: '', address: 'a@b.test, thief@evil.test' }, key: 'list' })
  mail(world, { to: { name: '', address: 'a@b.test>\r\nRCPT TO:<thief@evil.test' }, key: 'command' })
  await world.runJobs(1)
  expect(server.received).toHaveLength(1)
  const [received] = server.received
  // The server shows the names in their own script; the ASCII form is by Python's codec `idna`.
  expect(received?.to).toEqual(['eva@padaria-são-joão.test'])
  expect(received?.raw).toMatch(/^To: .+ <eva@xn--padaria-so-joo-yhbe\.test>\r$/m)
  expect(received?.raw).not.toMatch(/^(Bcc|thief)/im)
  expect(received?.raw).not.toContain('Antiga')
  expect(eventsOf(world).map(([type, { key }]) => `${type} ${key}`)).toEqual([
    'mail.sent invoice:1',
    'mail.failed list',
    'mail.failed command',
  ])
})

// RFC 5321, section 4.2.1 (October 2008): 4yz is transient, 5yz is permanent. 421 and 451 by section 4.2.3, greylisting by
// RFC 6647, section 2.1 (June 2012), 454 by RFC 3207, section 4 (February 2002).
const transient: [string, Script][] = [
  ['421 at the greeting', { connect: '421 mx.example Service not available, closing transmission channel' }],
  ['451 as greylisting', { RCPT: '451 4.7.1 Greylisting in action, please come back later' }],
  ['452 after the text', { message: '452 4.3.1 Insufficient system storage' }],
  [
    '454 for STARTTLS',
    { EHLO: '250-mx.example\r\n250 STARTTLS', STARTTLS: '454 TLS not available due to temporary reason' },
  ],
  ['a connection that is cut at once', { connect: 'cut' }],
]
test.each(transient)('%s: the mail waits, and is sent later', async (_, script) => {
  const { server, world } = await openScripted(script)
  mail(world)
  await world.runJobs(1)
  expect([server.messages.length > 0 && !script.message, eventsOf(world)]).toEqual([false, []])
  expect(jobsOf(world)).toMatchObject([{ attempts: 1, run_at: minutes(1).getTime() }])
  server.change({ connect: '220 mx.example', EHLO: '250 mx.example', RCPT: '250 OK', message: '250 OK' })
  await world.runJobs(1)
  expect(eventsOf(world)).toEqual([])
  world.setTime(minutes(2))
  await world.runJobs(1)
  expect([eventsOf(world), jobsOf(world)]).toEqual([[['mail.sent', { key: 'invoice:1' }]], []])
})

// RFC 5321, section 4.2.3 (October 2008).
const permanent: [string, Script][] = [
  ['550 for the recipient', { RCPT: '550 5.1.1 No such user here' }],
  ['554 at the greeting', { connect: '554 No SMTP service here' }],
  ['554 after the text', { message: '554 5.7.1 Transaction failed' }],
]
test.each(permanent)('%s: the mail fails, and the answer is noted', async (_, script) => {
  const { world } = await openScripted(script)
  mail(world)
  await world.runJobs(1)
  const [[type, { answer }] = []] = eventsOf(world)
  expect([type, jobsOf(world)]).toEqual(['mail.failed', []])
  expect(answer).toBe(Object.values(script)[0])
})

// RFC 5321, section 4.2.5 (October 2008): after the end of the text only an answer passes the responsibility to the server.
test('a connection that is cut before the last answer: the mail is sent again under the same id', async () => {
  const { server, world } = await openScripted({ message: 'cut' })
  mail(world)
  await world.runJobs(1)
  expect([server.messages.length, eventsOf(world)]).toEqual([1, []])
  server.change({ message: '250 OK' })
  world.setTime(minutes(2))
  await world.runJobs(1)
  const ids = server.messages.map((message) => /^Message-ID: .+$/im.exec(message)?.[0])
  expect([ids[0], server.messages.length]).toEqual([ids[1], 2])
  expect(eventsOf(world)).toEqual([['mail.sent', { key: 'invoice:1' }]])
})

test('a mail that is never taken is given up after its attempts, or once it is of no use', async () => {
  const { server, world } = await openScripted({ RCPT: '451 Later' })
  mail(world)
  mail(world, { key: 'link', before: minutes(3) })
  for (let hour = 0; hour < 40; hour++) {
    world.setTime(minutes(hour * 60))
    await world.runJobs(1)
  }
  expect(eventsOf(world)).toEqual([
    ['mail.failed', { key: 'link', answer: 'too late' }],
    ['mail.failed', { key: 'invoice:1', answer: expect.stringContaining('451 Later') }],
  ])
  expect(server.commands.filter((line) => line.startsWith('RCPT')).length).toBe(11)
})
