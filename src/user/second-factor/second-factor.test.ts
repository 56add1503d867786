import { afterEach, beforeEach, expect, test } from 'bun:test'
import { fillPath, readApiCalls, sampleOf } from '../../testing/hostile/api-calls'
import { password, type Person } from '../../testing/world/people'
import { totpCode } from '../../testing/world/totp-code'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { removeSecondFactorOf } from './remove-second-factor'

let world: World
let ana: Caller, bruno: Caller, carla: Caller, sofia: Caller
let time = new Date('2026-03-10T15:00:00Z')
beforeEach(async () => {
  time = new Date('2026-03-10T15:00:00Z')
  world = await createWorld({ now: time })
  ;({ ana, bruno, carla, sofia } = await signIn(world, 'ana', 'bruno', 'carla', 'sofia'))
})
afterEach(() => world.stop())

const pass = (seconds: number) => world.setTime((time = new Date(time.getTime() + seconds * 1000)))
const login = (person: Person, more: object = {}) =>
  world.nobody.post('/auth/login', { email: person.email, password, ...more })
const complete = (challenge: string, code: string, more: object = {}) =>
  world.nobody.post('/auth/second-factor', { challenge, code, ...more })
const codeNow = (secret: string) => totpCode(secret, time)

async function setUp(caller: Caller) {
  const { body } = await caller.post('/two-factor/start', { currentPassword: password })
  const { body: enabled } = await caller.post('/two-factor/enable', {
    setup: body.setup,
    code: await codeNow(body.secret),
  })
  pass(30)
  return { secret: body.secret as string, recoveryCodes: enabled.recoveryCodes as string[] }
}

test('an app is turned on by its first code, after the password', async () => {
  expect((await bruno.post('/two-factor/start', { currentPassword: 'errada' })).body.fields).toEqual({
    currentPassword: 'wrongPassword',
  })
  const { body } = await bruno.post('/two-factor/start', { currentPassword: password })
  expect(body.address).toBe(`otpauth://totp/Recado:bruno%40acme.test?secret=${body.secret}&issuer=Recado`)
  for (const code of ['000000', '12345', await codeNow('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')]) {
    const refused = await bruno.post('/two-factor/enable', { setup: body.setup, code })
    expect([refused.status, refused.body.fields]).toEqual([400, { code: 'wrongCode' }])
  }
  expect((await bruno.get('/two-factor')).body).toEqual({
    enabled: false,
    enabledAt: null,
    hasPasskey: false,
    recoveryCodesLeft: 0,
    required: false,
  })
  const code = await codeNow(body.secret)
  // Of another user, another company, and after its time.
  expect((await carla.post('/two-factor/enable', { setup: body.setup, code })).body.error).toBe('ERR_SET_UP_ENDED')
  expect((await bruno.post('/two-factor/enable', { setup: 'x', code })).body.error).toBe('ERR_SET_UP_ENDED')
  const [one, other] = await Promise.all([
    bruno.post('/two-factor/enable', { setup: body.setup, code }),
    bruno.post('/two-factor/enable', { setup: body.setup, code }),
  ])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const { recoveryCodes } = one.status === 200 ? one.body : other.body
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const recovery of recoveryCodes) expect(recovery).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  expect((await bruno.get('/two-factor')).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
  expect((await bruno.post('/two-factor/start', { currentPassword: password })).body.error).toBe('ERR_SECOND_FACTOR_ON')
  const stored = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT * FROM totp, recovery_code').all())
  for (const secret of [body.secret, ...recoveryCodes]) expect(stored).not.toContain(secret)
  expect((await carla.get('/two-factor')).body.enabled).toBe(false)
  pass(16 * 60)
  const late = await carla.post('/two-factor/start', { currentPassword: password })
  pass(15 * 60)
  const given = { setup: late.body.setup, code: await codeNow(late.body.secret) }
  expect((await carla.post('/two-factor/enable', given)).body.error).toBe('ERR_SET_UP_ENDED')
})

test('the password alone no longer signs in', async () => {
  const { secret } = await setUp(bruno)
  const first = await login(world.bruno)
  expect([first.status, first.body.error]).toEqual([401, 'ERR_SECOND_FACTOR_REQUIRED'])
  expect(first.headers.getSetCookie()).toEqual([])
  const { challenge } = first.body
  expect((await complete(challenge, '000000')).body.fields).toEqual({ code: 'wrongCode' })
  // It is neither a session nor a refresh token.
  expect((await world.nobody.call('GET', '/auth/me', undefined, { authorization: `Bearer ${challenge}` })).status).toBe(
    403,
  )
  const code = await codeNow(secret)
  const entered = await complete(challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`)
  expect(entered.body.user).toMatchObject({ id: 2, companyId: 1 })
  expect(entered.headers.getSetCookie().join()).toContain('recado_session=')
  // The same code, by the same and by another challenge, and together with the password.
  expect((await complete(challenge, code)).body.fields).toEqual({ code: 'wrongCode' })
  expect((await login(world.bruno, { code })).body.fields).toEqual({ code: 'wrongCode' })
  pass(30)
  expect((await login(world.bruno, { code: await codeNow(secret) })).status).toBe(200)
  expect((await login(world.bruno, { password: 'errada', code })).body.error).toBe('ERR_INVALID_CREDENTIALS')
  expect((await login(world.carla)).status).toBe(200)
})

test('of two tabs with one code, one enters', async () => {
  const { secret, recoveryCodes } = await setUp(bruno)
  for (const code of [await codeNow(secret), recoveryCodes[0]]) {
    const answers = await Promise.all([1, 2, 3].map(() => login(world.bruno, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  }
})

test('a challenge is for one user, five minutes and one password', async () => {
  const { secret } = await setUp(bruno)
  const { secret: other } = await setUp(carla)
  const { challenge } = (await login(world.bruno)).body
  expect((await complete(challenge, await codeNow(other))).status).toBe(400)
  const forged = challenge.replace(/^1\.2/, '1.3')
  expect((await complete(forged, await codeNow(other))).body.error).toBe('ERR_CHALLENGE_ENDED')
  pass(301)
  expect((await complete(challenge, await codeNow(secret))).body.error).toBe('ERR_CHALLENGE_ENDED')
  const second = (await login(world.bruno)).body.challenge
  const caller = await world.as(world.bruno)
  await caller.put('/users/2', { password: 'outra-senha-boa', currentPassword: password })
  expect((await complete(second, await codeNow(secret))).body.error).toBe('ERR_CHALLENGE_ENDED')
})

test('each recovery code enters once, and new ones end the others', async () => {
  const { secret, recoveryCodes } = await setUp(bruno)
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await login(world.bruno, { code: first.toUpperCase() })).status).toBe(200)
  expect((await login(world.bruno, { code: first })).status).toBe(400)
  const entered = await complete((await login(world.bruno)).body.challenge, second.replace('-', ''))
  const own = (token: string) => ({ authorization: `Bearer ${token}` })
  const asBruno = (method: string, path: string, body?: object) =>
    world.nobody.call(method, path, body, own(entered.body.token))
  expect((await asBruno('GET', '/two-factor')).body.recoveryCodesLeft).toBe(8)
  const wrong = await asBruno('POST', '/two-factor/recovery-codes', { currentPassword: password, code: '000000' })
  expect(wrong.body.fields).toEqual({ code: 'wrongCode' })
  const renewed = await asBruno('POST', '/two-factor/recovery-codes', {
    currentPassword: password,
    code: await codeNow(secret),
  })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await login(world.bruno, { code: third })).status).toBe(400)
  expect((await login(world.bruno, { code: renewed.body.recoveryCodes[9] })).status).toBe(200)
})

test('ten wrong codes in a quarter of an hour are refused, also right ones after them', async () => {
  const { secret } = await setUp(bruno)
  const { secret: other } = await setUp(carla)
  const { challenge } = (await login(world.bruno)).body
  for (let attempt = 0; attempt < 10; attempt++) expect((await complete(challenge, `00000${attempt}`)).status).toBe(400)
  expect((await complete(challenge, await codeNow(secret))).status).toBe(429)
  expect((await login(world.carla, { code: await codeNow(other) })).status).toBe(200)
  pass(15 * 60)
  expect((await login(world.bruno, { code: await codeNow(secret) })).status).toBe(200)
})

test('turning it off takes the password and a code', async () => {
  const { secret } = await setUp(bruno)
  const off = (body: object) =>
    bruno.post('/two-factor/disable', { currentPassword: password, code: '000000', ...body })
  expect((await off({ currentPassword: 'errada' })).body.fields).toEqual({ currentPassword: 'wrongPassword' })
  expect((await off({})).body.fields).toEqual({ code: 'wrongCode' })
  expect((await off({ code: await codeNow(secret) })).status).toBe(200)
  expect((await off({ code: '123456' })).body.error).toBe('ERR_SECOND_FACTOR_OFF')
  expect((await login(world.bruno)).status).toBe(200)
  expect(world.ctx(1).company.sqlite.query('SELECT * FROM recovery_code').all()).toEqual([])
})

test('a link of a new password does not replace the second factor', async () => {
  const { secret } = await setUp(bruno)
  const { link } = (await ana.post('/users/2/password-link')).body
  const token = new URL(link).pathname.replace('/invite/', '')
  const redeemed = await world.nobody.post('/auth/password-link/redeem', { token, password: 'nova-senha-boa' })
  expect([redeemed.status, redeemed.body.error]).toEqual([401, 'ERR_SECOND_FACTOR_REQUIRED'])
  expect(redeemed.headers.getSetCookie()).toEqual([])
  expect((await bruno.get('/auth/me')).status).toBe(401)
  expect((await complete(redeemed.body.challenge, await codeNow(secret))).status).toBe(200)
})

test('a password that somebody else set is replaced before the code, and only with it', async () => {
  const { secret } = await setUp(bruno)
  await ana.put('/users/2', { password: 'dada-pela-ana' })
  const given = { password: 'dada-pela-ana' }
  expect((await login(world.bruno, given)).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  const same = await login(world.bruno, { ...given, newPassword: 'dada-pela-ana' })
  expect(same.body.fields).toEqual({ newPassword: 'samePassword' })
  const { challenge } = (await login(world.bruno, { ...given, newPassword: 'só-do-bruno' })).body
  expect((await complete(challenge, await codeNow(secret))).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  expect((await complete(challenge, await codeNow(secret), { newPassword: 'só-do-bruno' })).status).toBe(200)
  expect((await login(world.bruno, given)).body.error).toBe('ERR_INVALID_CREDENTIALS')
})

test('admins reset a colleague, who is signed out; super users are reset by super users only', async () => {
  await setUp(bruno)
  await setUp(sofia)
  await setUp(ana)
  expect((await ana.get('/users/2')).body.twoFactor).toBe(true)
  expect((await carla.delete('/users/2/two-factor')).status).toBe(403)
  expect((await ana.delete('/users/4/two-factor')).status).toBe(403)
  expect((await ana.delete('/users/1/two-factor')).status).toBe(403)
  expect((await ana.delete('/users/3/two-factor')).body.error).toBe('ERR_SECOND_FACTOR_OFF')
  expect((await ana.delete('/users/2/two-factor')).status).toBe(200)
  expect((await bruno.get('/auth/me')).status).toBe(401)
  expect((await login(world.bruno)).status).toBe(200)
  expect((await login(world.ana)).status).toBe(401)
  const row = world.platform.catalog.sqlite
    .query("SELECT user_id, data FROM audit WHERE type = 'secondFactor.reset'")
    .get()
  expect(row).toEqual({ user_id: 2, data: JSON.stringify({ by: 1 }) })
  expect((await sofia.delete('/users/1/two-factor')).status).toBe(200)
  expect(await removeSecondFactorOf(world.platform, world.sofia.email)).toEqual({ companyId: 1, name: 'Sofia Reis' })
  expect((await sofia.get('/auth/me')).status).toBe(401)
})

/** Calls that a user may make who must set up a second factor. */
const openBefore = [
  'POST /auth/refresh_token',
  'DELETE /auth/logout',
  'GET /auth/me',
  'GET /two-factor',
  'POST /two-factor/start',
  'POST /two-factor/enable',
  'POST /two-factor/recovery-codes',
  'POST /two-factor/disable',
  'GET /passkeys',
  'POST /passkeys',
  'POST /passkeys/options',
  'POST /passkeys/confirm-options',
  'POST /passkeys/{id}/remove',
  // The key of the sample is none; a real one follows.
  'GET /media/{key}',
]
const public_ =
  /^(GET \/(version|live|ready|plans\/list|public-settings|branding|shared-media|manifest.webmanifest)|(GET|POST) \/webhook\/meta|POST \/(auth|webhook\/payment)\/|\w+ \/(api|hooks|mail-choice)\/)/

test('a company that requires it lets nobody do anything else before', async () => {
  expect((await bruno.put('/settings/requireTwoFactor', { value: 'enabled' })).status).toBe(403)
  await setUp(bruno)
  expect((await ana.put('/settings/requireTwoFactor', { value: 'enabled' })).status).toBe(200)
  expect((await bruno.get('/queue')).status).toBe(200)
  const entered = await login(world.carla)
  expect([entered.status, entered.body.user.mustSetUpTwoFactor]).toEqual([200, true])
  const asCarla = (method: string, path: string, body?: unknown) =>
    world.nobody.call(method, path, body, { authorization: `Bearer ${entered.body.token}` })
  const answered: string[] = []
  for (const { method, name, path, body } of await readApiCalls(world.app)) {
    if (public_.test(name) || openBefore.includes(name)) continue
    const answer = await asCarla(
      method,
      fillPath(path, () => '1'),
      body && sampleOf(body),
    )
    if (answer.body.error !== 'ERR_SECOND_FACTOR_MISSING')
      answered.push(`${name}: ${answer.status} ${answer.body.error}`)
  }
  expect(answered).toEqual([])
  expect((await asCarla('GET', '/two-factor')).body).toMatchObject({ required: true, enabled: false })
  const cookie = entered.headers.getSetCookie().join(';')
  expect((await world.nobody.get('/media/2026-01-abcdefghijklmnopqrstuvwx', { cookie })).body.error).toBe(
    'ERR_SECOND_FACTOR_MISSING',
  )
  const { body } = await asCarla('POST', '/two-factor/start', { currentPassword: password })
  await asCarla('POST', '/two-factor/enable', { setup: body.setup, code: await codeNow(body.secret) })
  expect((await asCarla('GET', '/auth/me')).body.user.mustSetUpTwoFactor).toBe(false)
  expect((await asCarla('GET', '/queue')).status).toBe(200)
  const gina = await world.as(world.gina)
  expect((await gina.get('/queue')).status).toBe(200)
})

test('the host requires it of super users', async () => {
  expect((await ana.put('/settings/superTwoFactor', { value: 'enabled' })).status).toBe(403)
  expect((await sofia.put('/settings/superTwoFactor', { value: 'enabled' })).status).toBe(200)
  expect((await sofia.get('/queue')).body.error).toBe('ERR_SECOND_FACTOR_MISSING')
  expect((await ana.get('/queue')).status).toBe(200)
  await setUp(sofia)
  expect((await sofia.get('/queue')).status).toBe(200)
})

test('nothing of a deleted user is kept', async () => {
  await setUp(bruno)
  await setUp(carla)
  expect((await ana.delete('/users/2')).status).toBe(200)
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query('SELECT user_id FROM totp').values()).toEqual([[3]])
  expect(sqlite.query('SELECT DISTINCT user_id FROM recovery_code').values()).toEqual([[3]])
})
