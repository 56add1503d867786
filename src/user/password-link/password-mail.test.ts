import { afterEach, beforeEach, expect, test } from 'bun:test'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { startScriptedServer } from '../../testing/services/smtp/start-scripted-server'
import { password } from '../../testing/world/people'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'

let server: Awaited<ReturnType<typeof startMailServer>>
let world: World
let ana: Caller, bruno: Caller, carla: Caller, gina: Caller, sofia: Caller
const start = new Date('2026-03-10T15:00:00Z')
const later = (minutes: number) => world.setTime(new Date(start.getTime() + minutes * 60_000))

async function open(environment: Record<string, string> = { SMTP_URL: server.url, LOG_LEVEL: 'silent' }) {
  world = await createWorld({ now: start, environment: { PUBLIC_URL: 'http://localhost', ...environment } })
  ;({ ana, bruno, carla, gina, sofia } = await signIn(world, 'ana', 'bruno', 'carla', 'gina', 'sofia'))
}
beforeEach(async () => {
  server = await startMailServer()
  await open()
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const dani = { name: '<b>Dani</b>\r\nBcc: x@evil.test', email: 'dani@acme.test', invite: true }
const forgot = (email: string, headers = {}) => world.nobody.post('/auth/forgot-password', { email }, headers)
const redeem = (token: string, given = 'a-nova-senha') =>
  world.nobody.post('/auth/password-link/redeem', { token, password: given })
const errorOf = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error
const signInAs = (email: string, given: string) => world.nobody.post('/auth/login', { email, password: given })
const mailOf = (answer: { body: { invitationMail: unknown } }) => answer.body.invitationMail

/** Runs the host's jobs, which look the address up, then those that mail. */
async function mailAll() {
  for (const companyId of [1, 1, 2]) await world.runJobs(companyId)
}
function linkIn(mail: { raw: string } | undefined) {
  const [link = '', token = ''] =
    /http:\/\/localhost\/invite\/([\w.-]+)\S*/.exec(plainTextOf(mail ?? { raw: '' })) ?? []
  return { link, token }
}

test('a forgotten password is replaced by a link, once, which ends the other session', async () => {
  const unknown = await effectsOf(world, () => forgot('ninguem@acme.test'))
  const known = await effectsOf(world, () => forgot('HUGO@globex.test'))
  expect([known.answer.status, known.answer.body]).toEqual([unknown.answer.status, unknown.answer.body])
  const { answer: _, ...effects } = known
  expect(effects).toEqual({ events: 'none', jobs: { 'user.mailPasswordLink': 1 }, live: 'none', otherCompany: 'none' })
  const hugo = await world.as(world.hugo)
  await mailAll()
  expect(server.received.map(({ to }) => to)).toEqual([['hugo@globex.test']])
  const { link, token } = linkIn(server.received[0])
  expect(link).toBe(`http://localhost/invite/${token}`)
  expect(server.received[0]?.raw).toContain('Subject: Nova senha em Recado')
  const found = await world.nobody.post('/auth/password-link', { token })
  expect(found.body).toMatchObject({ email: 'hugo@globex.test', company: 'Globex', invited: false })
  expect((await signInAs('hugo@globex.test', password)).status).toBe(200)
  const before = await world.as(world.hugo)
  expect((await redeem(token)).body.user).toMatchObject({ id: world.hugo.id, companyId: 2 })
  expect([(await before.get('/auth/me')).status, (await hugo.get('/auth/me')).status]).toEqual([401, 401])
  expect(await errorOf(redeem(token))).toBe('ERR_LINK_ENDED')
  expect(await errorOf(signInAs('hugo@globex.test', password))).toBe('ERR_INVALID_CREDENTIALS')
  expect((await signInAs('hugo@globex.test', 'a-nova-senha')).status).toBe(200)
  for (const bystander of [bruno, gina, sofia]) expect((await bystander.get('/auth/me')).status).toBe(200)
})

test('the super user gets a link, too; it ends after an hour, with a newer one and with another password', async () => {
  const next = async (email: string) => {
    await forgot(email)
    await mailAll()
    return linkIn(server.received.at(-1)).token
  }
  const first = await next('sofia@acme.test')
  later(30)
  const second = await next('sofia@acme.test')
  expect(await errorOf(redeem(first))).toBe('ERR_LINK_ENDED')
  later(90)
  expect(await errorOf(redeem(second))).toBe('ERR_LINK_ENDED')
  const third = await next('sofia@acme.test')
  expect((await redeem(third)).body.user).toMatchObject({ super: true })
  const ofBruno = await next('bruno@acme.test')
  await ana.put('/users/2', { password: 'da-ana' })
  expect(await errorOf(redeem(ofBruno))).toBe('ERR_LINK_ENDED')
})

test('requests are limited by address and by e-mail, equally for unknown ones', async () => {
  const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })
  for (const email of ['bruno@acme.test', 'ninguem@acme.test']) {
    for (let count = 0; count < 5; count++) expect((await forgot(email, from(count))).status).toBe(200)
    expect((await forgot(email, from(9))).status).toBe(429)
  }
  for (let count = 0; count < 20; count++) await forgot(`p${count}@acme.test`, from(77))
  expect((await forgot('carla@acme.test', from(77))).status).toBe(429)
  expect((await forgot('carla@acme.test', from(78))).status).toBe(200)
  await mailAll()
  expect(server.received.map(({ to: [to] }) => to).toSorted()).toEqual(['bruno@acme.test', 'carla@acme.test'])
  later(61)
  expect((await forgot('bruno@acme.test', from(9))).status).toBe(200)
})

test('an address is asked under another name: the mail leads to the public address', async () => {
  world.stop()
  await open({ SMTP_URL: server.url, PUBLIC_URL: 'https://recado.example' })
  expect(await errorOf(forgot('bruno@acme.test', { host: 'evil.test', origin: 'https://evil.test' }))).toBe(
    'ERR_CROSS_SITE_REQUEST',
  )
  await forgot('bruno@acme.test', { origin: 'https://recado.example' })
  await mailAll()
  expect(plainTextOf(server.received[0] ?? { raw: '' })).toMatch(/https:\/\/recado\.example\/invite\/1\.2\./)
})

test('nobody is mailed while the company is disabled; an invited user gets the invitation again', async () => {
  await sofia.put('/companies/2', { status: false })
  await forgot('hugo@globex.test')
  const { body } = await ana.post('/users', { ...dani, name: 'Dani' })
  await forgot('dani@acme.test')
  await mailAll()
  expect(server.received.map(({ to }) => to)).toEqual([['dani@acme.test']])
  expect(linkIn(server.received[0]).link).toBe(body.invitationLink)
})

test('an invitation is mailed in the reader’s language, escaped, and the admin sees that it was sent', async () => {
  const { id, invitationLink } = (await ana.post('/users', { ...dani, language: 'es' })).body
  expect(mailOf(await ana.get(`/users/${id}`))).toBeNull()
  const asked = await effectsOf(world, () => ana.post(`/users/${id}/invitation`, { mail: true }))
  expect(asked).toMatchObject({ events: { 'user.changed': 1 }, jobs: { 'mail.send': 1 }, otherCompany: 'none' })
  expect(asked.answer.body.link).toBe(invitationLink)
  expect(mailOf(await ana.get(`/users/${id}`))).toEqual({ state: 'sending', answer: '' })
  world.published.length = 0
  await world.runJobs(1)
  expect(world.published.map(({ event }) => event)).toContain('company-1-user')
  expect(mailOf(await ana.get(`/users/${id}`))).toEqual({ state: 'sent', answer: '' })
  expect((await bruno.get(`/users/${id}`)).body).not.toHaveProperty('invitationMail')
  const [mail] = server.received
  expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?Q\?Invitaci=C3=B3n_al_equipo_de_Acme\?=/m)
  // RFC 2045, section 6.7 (November 1996): a line that ends with an equals sign continues.
  const html = mail?.raw.slice(mail.raw.indexOf('<!doctype html>')).replaceAll('=\r\n', '')
  expect(html).toContain('Hola, &lt;b&gt;Dani&lt;/b&gt;')
  expect(mail?.raw).not.toMatch(/^Bcc/m)
  const { link, token } = linkIn(mail)
  expect(link).toBe(`http://localhost/invite/${token}?lang=es`)
  expect(plainTextOf(mail ?? { raw: '' })).toContain('Ana Souza te invitó al equipo de Acme')
  // Another link was not mailed, and the mail of an earlier one does not follow.
  await ana.post(`/users/${id}/invitation`, { mail: true })
  await ana.post(`/users/${id}/invitation`, { renew: true })
  await world.runJobs(1)
  expect([server.received.length, mailOf(await ana.get(`/users/${id}`))]).toEqual([1, null])
  expect((await redeem(token)).body.error).toBe('ERR_LINK_ENDED')
})

test('an invitation that the server refuses is shown as failed, and can be sent again', async () => {
  const refusing = await startScriptedServer({ RCPT: '550 5.1.1 No such user here' })
  world.stop()
  await open({ SMTP_URL: refusing.url, LOG_LEVEL: 'silent' })
  const { id } = (await ana.post('/users', { ...dani, name: 'Dani' })).body
  const others = (await ana.post('/users', { ...dani, name: 'Eva', email: 'eva@acme.test' })).body.id
  await ana.post(`/users/${id}/invitation`, { mail: true })
  await world.runJobs(1)
  expect(mailOf(await ana.get(`/users/${id}`))).toEqual({ state: 'failed', answer: expect.stringContaining('550') })
  expect(mailOf(await ana.get(`/users/${others}`))).toBeNull()
  refusing.change({ RCPT: '250 OK' })
  await ana.post(`/users/${id}/invitation`, { mail: true })
  await world.runJobs(1)
  expect(mailOf(await ana.get(`/users/${id}`))).toEqual({ state: 'sent', answer: '' })
  for (let count = 2; count < 5; count++) await ana.post(`/users/${id}/invitation`, { mail: true })
  expect(await errorOf(ana.post(`/users/${id}/invitation`, { mail: true }))).toBe('ERR_TOO_MANY_REQUESTS')
  await ana.delete(`/users/${id}`)
  await world.runJobs(1)
  expect(refusing.messages).toHaveLength(1)
  await refusing.stop()
})

test('admins make a link for colleagues who forgot the password, not for themselves or the super user', async () => {
  const made = await effectsOf(world, () => ana.post('/users/2/password-link'))
  expect(made).toMatchObject({ events: { 'user.changed': 1 }, jobs: 'none', otherCompany: 'none' })
  expect(made.answer.body.expiresAt).toBe('2026-03-11T15:00:00.000Z')
  const token = new URL(made.answer.body.link).pathname.replace('/invite/', '')
  expect((await ana.get('/users/2')).body.invitedUntil).toBeNull()
  expect((await bruno.get('/auth/me')).status).toBe(200)
  for (const [caller, id] of [
    [bruno, 3],
    [bruno, 2],
    [ana, 1],
    [ana, 4],
  ] as const) {
    const { answer, ...effects } = await effectsOf(world, () => caller.post(`/users/${id}/password-link`))
    expect([answer.body.error, effects]).toEqual(['ERR_NO_PERMISSION', noEffects])
  }
  const { id } = (await ana.post('/users', { ...dani, name: 'Dani' })).body
  expect(await errorOf(ana.post(`/users/${id}/password-link`))).toBe('ERR_INVITED')
  expect((await redeem(token)).body.user.id).toBe(2)
  expect([(await bruno.get('/auth/me')).status, (await carla.get('/auth/me')).status]).toEqual([401, 200])
})

test('without a mail server nothing is offered', async () => {
  const setting = async () => (await world.nobody.get('/public-settings/mail')).body.value
  expect(await setting()).toBe('enabled')
  world.stop()
  await open({})
  expect(await setting()).toBe('disabled')
  expect(await errorOf(forgot('bruno@acme.test'))).toBe('ERR_NO_MAIL_SERVER')
  const { id } = (await ana.post('/users', { ...dani, name: 'Dani' })).body
  const refused = await effectsOf(world, () => ana.post(`/users/${id}/invitation`, { mail: true, renew: true }))
  expect(refused).toMatchObject({ ...noEffects, answer: { body: { error: 'ERR_NO_MAIL_SERVER' } } })
})
