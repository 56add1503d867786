import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../testing/world/people'
import { createAuthenticator } from '../testing/world/software-authenticator'
import { totpCode } from '../testing/world/totp-code'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller, gina: Caller
let time = new Date('2026-03-10T15:00:00Z')
beforeEach(async () => {
  time = new Date('2026-03-10T15:00:00Z')
  world = await createWorld({ now: time })
  ;({ ana, bruno, gina } = await signIn(world, 'ana', 'bruno', 'gina'))
})
afterEach(() => world.stop())

const pass = (seconds: number) => world.setTime((time = new Date(time.getTime() + seconds * 1000)))

interface Entry {
  object: string
  action: string
  category: string
  objectName: string
  byName: string
  changes: { field: string; to?: unknown }[]
}

/** Oldest first. */
async function entries() {
  const { records } = (await ana.get('/audit')).body as { records: Entry[] }
  return records
    .toReversed()
    .filter(({ action }) => action !== 'signedIn')
    .map(({ object, action, objectName, byName, category, changes }) =>
      [object, action, objectName, byName, category, ...changes.map(({ field, to }) => `${field}=${to}`)].join(', '),
    )
}

test('an app, its recovery codes and passkeys are audited: who, whom, and no secret', async () => {
  const { secret, setup } = (await bruno.post('/two-factor/start', { currentPassword: password })).body
  const code = await totpCode(secret, time)
  const { recoveryCodes } = (await bruno.post('/two-factor/enable', { setup, code })).body
  pass(30)
  const login = { email: world.bruno.email, password }
  expect((await world.nobody.post('/auth/login', { ...login, code: '000000' })).status).toBe(400)
  const entered = await world.nobody.post('/auth/login', { ...login, code: recoveryCodes[0] })
  const device = createAuthenticator('http://localhost')
  const own = { authorization: `Bearer ${entered.body.token}`, ...device.headers }
  const asBruno = (path: string, body: object) => world.nobody.post(path, body, own)
  const { options } = (await asBruno('/passkeys/options', { currentPassword: password })).body
  const { id } = (await asBruno('/passkeys', { response: device.create(options) })).body
  await asBruno(`/passkeys/${id}/remove`, { currentPassword: password })
  await asBruno('/two-factor/recovery-codes', { currentPassword: password, code: await totpCode(secret, time) })
  pass(30)
  await asBruno('/two-factor/disable', { currentPassword: password, code: await totpCode(secret, time) })
  expect(await entries()).toEqual([
    'twoFactor, turnedOn, Bruno Lima, Bruno Lima, signIns',
    'twoFactor, refused, Bruno Lima, Bruno Lima, signIns',
    'twoFactor, codeUsed, Bruno Lima, Bruno Lima, signIns',
    'passkey, added, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'passkey, removed, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'twoFactor, codesRenewed, Bruno Lima, Bruno Lima, signIns',
    'twoFactor, turnedOff, Bruno Lima, Bruno Lima, signIns',
  ])
  const stored = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT * FROM audit_entry').all())
  for (const hidden of [secret, ...recoveryCodes]) expect(stored).not.toContain(hidden)
  expect((await gina.get('/audit?searchParam=bruno')).body.records).toEqual([])
})

test('new and forgotten devices, ended sessions and changed passwords are audited', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }
  const enter = async (with_ = password) => {
    const login = { email: world.bruno.email, password: with_ }
    const { token } = (await world.nobody.post('/auth/login', login, from)).body
    return (method: string, path: string, body?: object) =>
      world.nobody.call(method, path, body, { authorization: `Bearer ${token}`, ...from })
  }
  await enter()
  const asBruno = await enter()
  const { devices } = (await asBruno('GET', '/devices')).body
  const other = devices.find(({ isPresent }: { isPresent: boolean }) => !isPresent)
  await asBruno('DELETE', `/devices/${other.id}`)
  await asBruno('DELETE', '/auth/logout')
  await enter()
  await ana.delete('/users/2/session')
  const again = await enter()
  await again('PUT', '/users/2', { password: 'outra-senha-boa', currentPassword: password })
  const last = await enter('outra-senha-boa')
  await ana.delete('/sessions')
  expect((await last('GET', '/auth/me')).status).toBe(401)
  expect(await entries()).toEqual([
    'device, added, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'device, removed, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'session, ended, Bruno Lima, Bruno Lima, signIns',
    'device, added, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'session, ended, Bruno Lima, Ana Souza, signIns',
    'device, added, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'user, updated, Bruno Lima, Bruno Lima, rights, password=undefined',
    'device, added, Bruno Lima, Bruno Lima, signIns, device=Chrome, Linux',
    'session, ended, Bruno Lima, Ana Souza, signIns',
  ])
})
