import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startMailServer } from '../../testing/services/smtp/start-mail-server'
import { startScriptedServer } from '../../testing/services/smtp/start-scripted-server'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { sendPasswordMail } from '../password-link/password-mail'
import { getUser } from '../user.queries'

let server: Awaited<ReturnType<typeof startMailServer>>
let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller

async function open(publicUrl?: string, url = server.url) {
  world = await createWorld({
    now: new Date('2026-02-25T15:00:00Z'),
    environment: { LOG_LEVEL: 'silent', SMTP_URL: url, ...(publicUrl && { PUBLIC_URL: publicUrl }) },
  })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
  await ana.put('/settings/weeklyReport', { value: 'enabled' })
}
beforeEach(async () => {
  server = await startMailServer()
  await open('https://host.test')
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

async function mailed(at?: string) {
  if (at) world.setTime(new Date(at))
  for (let again = 0; again < 3; again++) await world.runJobs(1)
  return server.received.splice(0)
}
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:((?:.|\r\n[ \t])*)`, 'm')
    .exec(raw)?.[1]
    ?.replaceAll(/\r\n[ \t]/g, '')
    .trim()
const addressIn = (raw: string) => new URL((headerOf(raw, 'List-Unsubscribe') ?? '').slice(1, -1))

async function readersOf(monday: string) {
  world.setTime(new Date(monday))
  const mails = await mailed()
  return Object.fromEntries(mails.map(({ to, raw }) => [to[0], addressIn(raw).pathname]))
}
const wants = async (caller: Caller) => {
  const { weeklyReportMail, breachDigestMail } = (await caller.get('/auth/me')).body.user
  return [weeklyReportMail, breachDigestMail]
}

// RFC 8058, section 3.2 (January 2017): either encoding, without cookies or other context.
const multipart = new FormData()
multipart.set('List-Unsubscribe', 'One-Click')
const clicks = {
  'application/x-www-form-urlencoded': (path: string) =>
    world.nobody.post(path, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' }),
  'multipart/form-data': (path: string) => world.nobody.post(path, multipart),
}

test.each(Object.entries(clicks))('one click by %s ends the mail for its reader alone', async (_, click) => {
  const readers = await readersOf('2026-03-02T15:00:00Z')
  expect(Object.keys(readers).sort()).toEqual([world.ana.email, world.sofia.email])
  const path = readers[world.ana.email] ?? ''
  const left = { kind: 'weeklyReportMail', company: 'Acme', isOn: false }
  for (let again = 0; again < 2; again++) expect((await click(path)).body).toEqual(left)
  expect([await wants(ana), await wants(sofia), await wants(gina)]).toEqual([
    [false, true],
    [true, true],
    [true, true],
  ])
  expect(Object.keys(await readersOf('2026-03-09T15:00:00Z'))).toEqual([world.sofia.email])
  expect((await world.nobody.post(`${path}/undo`)).body).toEqual({ ...left, isOn: true })
  expect(Object.keys(await readersOf('2026-03-16T15:00:00Z'))).toHaveLength(2)
})

test('the headers are those of recurring mails only, and of one click only over HTTPS', async () => {
  world.setTime(new Date('2026-03-02T15:00:00Z'))
  const [first] = await mailed()
  expect(headerOf(first?.raw ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(addressIn(first?.raw ?? '').origin).toBe('https://host.test')
  const ctx = world.ctx(1)
  const link = { nonce: 'x'.repeat(22), expiresAt: new Date('2026-03-09T15:00:00Z') }
  ctx.transaction(() =>
    sendPasswordMail(world.platform, ctx, { kind: 'invitation', user: getUser(ctx, 2), by: 'Ana', ...link }),
  )
  const [invitation] = await mailed()
  expect(invitation?.to).toEqual([world.bruno.email])
  expect(invitation?.raw).not.toMatch(/^List-|mail-choice/m)
  world.stop()
  await open()
  world.setTime(new Date('2026-03-02T15:00:00Z'))
  const [plain] = await mailed()
  expect(addressIn(plain?.raw ?? '').protocol).toBe('http:')
  expect(headerOf(plain?.raw ?? '', 'List-Unsubscribe-Post')).toBeUndefined()
})

test('a link names one reader and one mail: none can be made from another, and a look changes nothing', async () => {
  const readers = await readersOf('2026-03-02T15:00:00Z')
  const path = readers[world.ana.email] ?? ''
  expect((await world.nobody.get(path)).body).toMatchObject({ isOn: true })
  expect(await wants(ana)).toEqual([true, true])
  for (const forged of [
    path.replace('/1.1.', '/1.4.'),
    path.replace('/1.1.', '/2.1.'),
    path.replace('weeklyReportMail', 'breachDigestMail'),
    path.slice(0, -1),
    '/mail-choice/x',
    '/mail-choice/1.1.weeklyReportMail.',
  ]) {
    expect([forged, (await world.nobody.post(forged)).body.error]).toEqual([forged, 'ERR_LINK_ENDED'])
  }
  expect([await wants(ana), await wants(sofia), await wants(gina)].flat()).toEqual(Array(6).fill(true))
})

test('the choice is the reader’s own; admins see who left', async () => {
  expect((await bruno.put('/users/2', { weeklyReportMail: false, breachDigestMail: false })).status).toBe(200)
  expect((await ana.put('/users/2', { weeklyReportMail: true })).body.error).toBe('ERR_NO_PERMISSION')
  expect(await wants(bruno)).toEqual([false, false])
  expect(await wants(ana)).toEqual([true, true])
  expect((await ana.get('/mail-refusals')).body.refusals).toEqual([
    { kind: 'weeklyReportMail', name: world.bruno.name },
    { kind: 'breachDigestMail', name: world.bruno.name },
  ])
  expect((await gina.get('/mail-refusals')).body.refusals).toEqual([])
  expect((await bruno.get('/mail-refusals')).body.error).toBe('ERR_NO_PERMISSION')
})

test('a mail that waits goes neither to who has left it meanwhile nor to who was deleted', async () => {
  await world.stop()
  const slow = await startScriptedServer({ RCPT: '451 4.7.1 Greylisting in action, please come back later' })
  await open('https://host.test', slow.url)
  const dora = { name: 'Dora', email: 'dora@acme.test', password: 'cavalo-bateria', profile: 'admin', queueIds: [] }
  const { id } = (await ana.post('/users', dora)).body
  await mailed('2026-03-02T15:00:00Z')
  expect(slow.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(3)
  await ana.put('/users/1', { weeklyReportMail: false })
  expect((await ana.delete(`/users/${id}`)).status).toBe(200)
  slow.change({ RCPT: '250 OK' })
  await mailed('2026-03-02T15:02:00Z')
  expect(slow.messages.map((text) => headerOf(text, 'To'))).toEqual([expect.stringContaining(world.sofia.email)])
  await slow.stop()
})
