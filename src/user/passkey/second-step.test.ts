import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password, type Person } from '../../testing/world/people'
import { createAuthenticator } from '../../testing/world/software-authenticator'
import { totpCode } from '../../testing/world/totp-code'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { removeSecondFactorOf } from '../second-factor/remove-second-factor'

const origin = 'http://localhost'
let world: World
let ana: Caller, bruno: Caller, carla: Caller
let time = new Date('2026-03-10T15:00:00Z')
beforeEach(async () => {
  time = new Date('2026-03-10T15:00:00Z')
  world = await createWorld({ now: time })
  ;({ ana, bruno, carla } = await signIn(world, 'ana', 'bruno', 'carla'))
})
afterEach(() => world.stop())

type Device = ReturnType<typeof createAuthenticator>
const pass = (seconds: number) => world.setTime((time = new Date(time.getTime() + seconds * 1000)))
const login = (person: Person, more: object = {}) =>
  world.nobody.post('/auth/login', { email: person.email, password, ...more })
const require_ = () => ana.put('/settings/requireTwoFactor', { value: 'enabled' })

async function add(caller: Caller, device: Device) {
  const asked = await caller.post('/passkeys/options', { currentPassword: password }, device.headers)
  return caller.post('/passkeys', { response: device.create(asked.body.options) }, device.headers)
}

async function addApp(caller: Caller) {
  const { secret, setup } = (await caller.post('/two-factor/start', { currentPassword: password })).body
  const enabled = await caller.post('/two-factor/enable', { setup, code: await totpCode(secret, time) })
  pass(30)
  return { secret: secret as string, recoveryCodes: enabled.body.recoveryCodes as string[] }
}

const optionsFor = ({ headers }: Device, challenge: string) =>
  world.nobody.post('/auth/second-factor/passkey/options', { challenge }, headers)
const complete = ({ headers }: Device, challenge: string, response: object) =>
  world.nobody.post('/auth/second-factor/passkey', { challenge, response }, headers)

test('a passkey is what the company requires: its owner sets up no app, and gets recovery codes', async () => {
  const device = createAuthenticator(origin)
  const added = await add(bruno, device)
  expect(added.body.recoveryCodes).toHaveLength(10)
  expect((await add(bruno, createAuthenticator(origin))).body.recoveryCodes).toEqual([])
  // While nobody requires it, the password remains the other way to sign in.
  const optional = await login(world.bruno)
  expect([optional.status, optional.body.user.mustSetUpTwoFactor]).toEqual([200, false])
  await require_()
  // The company's requirement holds for Ana, too.
  await addApp(ana)
  const first = await login(world.bruno)
  expect([first.status, first.body.error, first.body.ways]).toEqual([
    401,
    'ERR_SECOND_FACTOR_REQUIRED',
    { app: false, passkey: true },
  ])
  pass(1)
  const { options } = (await optionsFor(device, first.body.challenge)).body
  expect(options.allowCredentials).toHaveLength(2)
  const entered = await complete(device, first.body.challenge, device.get(options))
  expect([entered.status, entered.body.user.mustSetUpTwoFactor]).toEqual([200, false])
  const [one = '', other = ''] = added.body.recoveryCodes
  expect((await login(world.bruno, { code: one })).status).toBe(200)
  expect((await login(world.bruno, { code: one })).body.fields).toEqual({ code: 'wrongCode' })
  expect((await login(world.carla)).body.user.mustSetUpTwoFactor).toBe(true)
  expect((await login(world.carla, { code: other })).body.user.mustSetUpTwoFactor).toBe(true)
})

test('whoever must set up a second factor may set up a passkey, and then goes on', async () => {
  await require_()
  const entered = await login(world.carla)
  const device = createAuthenticator(origin)
  const asCarla = (method: string, path: string, body?: unknown) =>
    world.nobody.call(method, path, body, { authorization: `Bearer ${entered.body.token}`, ...device.headers })
  expect((await asCarla('GET', '/queue')).body.error).toBe('ERR_SECOND_FACTOR_MISSING')
  const { options } = (await asCarla('POST', '/passkeys/options', { currentPassword: password })).body
  const added = await asCarla('POST', '/passkeys', { response: device.create(options) })
  expect(added.body.recoveryCodes).toHaveLength(10)
  expect((await asCarla('GET', '/queue')).status).toBe(200)
  expect((await bruno.get('/queue')).body.error).toBe('ERR_SECOND_FACTOR_MISSING')
})

test('a passkey stands in for the code of the app, once, for its owner and this step only', async () => {
  const [device, other] = [createAuthenticator(origin), createAuthenticator(origin)]
  await addApp(bruno)
  await add(bruno, device)
  await addApp(carla)
  await add(carla, other)
  pass(1)
  const { challenge, ways } = (await login(world.bruno)).body
  expect(ways).toEqual({ app: true, passkey: true })
  const { options } = (await optionsFor(device, challenge)).body
  const anyones = (await world.nobody.post('/auth/passkey/options', {}, device.headers)).body.options
  const carlas = (await login(world.carla)).body.challenge
  for (const [of, response] of [
    [challenge, device.get(anyones)],
    [challenge, device.get(options, { isVerified: false })],
    [challenge, device.get(options, { from: 'https://evil.test' })],
    [challenge, other.get(options)],
    [carlas, device.get(options)],
    [carlas, other.get(options)],
  ] as const) {
    const answer = await complete(device, of, response)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_PASSKEY_REFUSED'])
  }
  expect((await complete(device, 'x', device.get(options))).body.error).toBe('ERR_CHALLENGE_ENDED')
  expect((await optionsFor(device, 'x')).body.error).toBe('ERR_CHALLENGE_ENDED')
  // What is good for the second step signs nobody in by itself.
  const alone = await world.nobody.post('/auth/passkey', { response: device.get(options) }, device.headers)
  expect(alone.body.error).toBe('ERR_PASSKEY_REFUSED')
  const signed = device.get(options)
  const answers = await Promise.all([1, 2].map(() => complete(device, challenge, signed)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a password that somebody else set ends the passkeys, and the app’s code follows its replacement', async () => {
  const device = createAuthenticator(origin)
  const { secret } = await addApp(bruno)
  await add(bruno, device)
  await ana.put('/users/2', { password: 'dada-pela-ana' })
  const first = await login(world.bruno, { password: 'dada-pela-ana', newPassword: 'só-do-bruno' })
  expect(first.body.ways).toEqual({ app: true, passkey: false })
  const { options } = (await optionsFor(device, first.body.challenge)).body
  const refused = await complete(device, first.body.challenge, device.get(options))
  expect(refused.body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')
  const code = await totpCode(secret, time)
  const given = { challenge: first.body.challenge, code, newPassword: 'só-do-bruno' }
  expect((await world.nobody.post('/auth/second-factor', given)).status).toBe(200)
})

test('the last one is kept while it is required; the other may go', async () => {
  const device = createAuthenticator(origin)
  const { secret } = await addApp(bruno)
  const { id } = (await add(bruno, device)).body
  await addApp(ana)
  await require_()
  const off = { currentPassword: password, code: await totpCode(secret, time) }
  expect((await bruno.post('/two-factor/disable', off)).status).toBe(200)
  const last = await bruno.post(`/passkeys/${id}/remove`, { currentPassword: password })
  expect([last.status, last.body.error]).toEqual([409, 'ERR_SECOND_FACTOR_NEEDED'])
  expect((await bruno.get('/two-factor')).body).toMatchObject({ hasPasskey: true, recoveryCodesLeft: 10 })
  pass(30)
  const again = await addApp(bruno)
  expect((await bruno.post(`/passkeys/${id}/remove`, { currentPassword: password })).status).toBe(200)
  const code = await totpCode(again.secret, time)
  const refused = await bruno.post('/two-factor/disable', { currentPassword: password, code })
  expect(refused.body.error).toBe('ERR_SECOND_FACTOR_NEEDED')
  expect((await bruno.get('/two-factor')).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
})

test('without a requirement the last one goes with its recovery codes', async () => {
  const { id } = (await add(bruno, createAuthenticator(origin))).body
  await add(carla, createAuthenticator(origin))
  await bruno.post(`/passkeys/${id}/remove`, { currentPassword: password })
  expect((await bruno.get('/two-factor')).body).toMatchObject({ hasPasskey: false, recoveryCodesLeft: 0 })
  expect((await carla.get('/two-factor')).body).toMatchObject({ hasPasskey: true, recoveryCodesLeft: 10 })
})

test('new recovery codes take the password and a passkey where there is no app', async () => {
  const device = createAuthenticator(origin)
  const before = (await add(bruno, device)).body.recoveryCodes
  const renew = (body: object) => bruno.post('/two-factor/recovery-codes', body, device.headers)
  expect((await renew({ currentPassword: password })).body.fields).toEqual({ code: 'required' })
  pass(1)
  const { options } = (await bruno.post('/passkeys/confirm-options', {}, device.headers)).body
  const wrong = await renew({ currentPassword: 'errada', passkey: device.get(options) })
  expect(wrong.body.fields).toEqual({ currentPassword: 'wrongPassword' })
  const renewed = await renew({ currentPassword: password, passkey: device.get(options) })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(renewed.body.recoveryCodes).not.toContain(before[0])
  expect((await renew({ currentPassword: password, passkey: device.get(options) })).body.error).toBe(
    'ERR_PASSKEY_REFUSED',
  )
})

test('an admin and the host’s terminal reset a user who has only a passkey', async () => {
  await add(bruno, createAuthenticator(origin))
  await add(carla, createAuthenticator(origin))
  expect((await ana.delete('/users/2/two-factor')).status).toBe(200)
  expect((await bruno.get('/auth/me')).status).toBe(401)
  expect((await carla.get('/passkeys')).body.passkeys).toHaveLength(1)
  expect(await removeSecondFactorOf(world.platform, world.carla.email)).toMatchObject({ companyId: 1 })
  expect((await (await world.as(world.carla)).get('/passkeys')).body.passkeys).toEqual([])
})
