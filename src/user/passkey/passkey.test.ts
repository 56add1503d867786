import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../../testing/world/people'
import { createAuthenticator } from '../../testing/world/software-authenticator'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'

const origin = 'http://localhost'
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
type Device = ReturnType<typeof createAuthenticator>

async function add(caller: Caller, device: Device, more: object = {}) {
  const { headers } = device
  const asked = await caller.post('/passkeys/options', { currentPassword: password }, headers)
  return caller.post('/passkeys', { response: device.create(asked.body.options, more) }, headers)
}

const challenge = async ({ headers }: Device) =>
  (await world.nobody.post('/auth/passkey/options', {}, headers)).body.options
const enter = (device: Device, response: object) => world.nobody.post('/auth/passkey', { response }, device.headers)

test('a passkey is made after the password, and signs in without it', async () => {
  const device = createAuthenticator(origin)
  const refused = await bruno.post('/passkeys/options', { currentPassword: 'errada' }, device.headers)
  expect(refused.body.fields).toEqual({ currentPassword: 'wrongPassword' })
  const added = await add(bruno, device)
  expect([added.status, added.body]).toEqual([
    200,
    {
      id: 1,
      browser: 'Chrome',
      system: 'Linux',
      createdAt: time.toISOString(),
      lastUsedAt: null,
      recoveryCodes: expect.any(Array),
    },
  ])
  pass(60)
  const entered = await enter(device, device.get(await challenge(device)))
  expect([entered.status, entered.body.user.email]).toEqual([200, world.bruno.email])
  expect((await ana.get('/passkeys')).body.passkeys).toEqual([])
  const again = await world.as(world.bruno)
  expect((await again.get('/passkeys')).body.passkeys).toMatchObject([{ id: 1, lastUsedAt: time.toISOString() }])
})

test('refuses another challenge, address, device, user or unverified owner, and each challenge passes once', async () => {
  const device = createAuthenticator(origin)
  const unverified = await add(bruno, createAuthenticator(origin), { isVerified: false })
  const elsewhere = await add(bruno, createAuthenticator(origin), { from: 'https://evil.test' })
  expect([unverified, elsewhere].map(({ status, body }) => [status, body.error])).toEqual([
    [400, 'ERR_PASSKEY_REFUSED'],
    [400, 'ERR_PASSKEY_REFUSED'],
  ])
  // A challenge to sign in, or of somebody else, makes no key.
  const { options } = (await ana.post('/passkeys/options', { currentPassword: password }, device.headers)).body
  for (const given of [await challenge(device), options]) {
    const made = createAuthenticator(origin).create({ challenge: given.challenge, user: options.user })
    expect((await bruno.post('/passkeys', { response: made }, device.headers)).body.error).toBe('ERR_PASSKEY_REFUSED')
  }
  await add(bruno, device)
  pass(1)
  const asked = await challenge(device)
  const other = createAuthenticator(origin)
  await add(ana, other)
  const handle = device.get(asked).response.userHandle
  for (const response of [
    device.get(asked, { isVerified: false }),
    device.get(asked, { from: 'https://evil.test' }),
    device.get({ challenge: 'AAAA' }),
    device.get(options),
    device.get(asked, { userHandle: other.get(asked).response.userHandle }),
    device.get(asked, { userHandle: Buffer.from('1.2.AAAAAAAAAAAAAAAAAAAAAA').toString('base64url') }),
    { ...other.get(asked), id: device.get(asked).id, response: { ...other.get(asked).response, userHandle: handle } },
  ]) {
    const answer = await enter(device, response)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_PASSKEY_REFUSED'])
  }
  const signed = device.get(asked)
  const answers = await Promise.all([enter(device, signed), enter(device, signed)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  pass(1)
  const late = device.get(await challenge(device))
  pass(301)
  expect((await enter(device, late)).body.error).toBe('ERR_PASSKEY_REFUSED')
})

test('ends with its removal, an admin’s new password, a reset and the user; others keep theirs', async () => {
  const [own, device, bystander] = [1, 2, 3].map(() => createAuthenticator(origin)) as [Device, Device, Device]
  await add(gina, bystander)
  await add(bruno, own)
  const works = async (key: Device) => {
    pass(1)
    return (await enter(key, key.get(await challenge(key)))).status
  }
  expect(await works(own)).toBe(200)
  let again = await world.as(world.bruno)
  const remove = (caller: Caller, id: number, currentPassword = password) =>
    caller.post(`/passkeys/${id}/remove`, { currentPassword })
  expect((await remove(ana, 2)).body.error).toBe('ERR_NO_PASSKEY_FOUND')
  expect((await remove(again, 2, 'errada')).body.fields).toEqual({ currentPassword: 'wrongPassword' })
  expect(await works(own)).toBe(200)
  again = await world.as(world.bruno)
  const [{ id }] = (await again.get('/passkeys')).body.passkeys
  await remove(again, id)
  expect(await works(own)).toBe(400)
  await add(again, device)
  expect(await works(device)).toBe(200)
  await ana.put(`/users/${world.bruno.id}`, { password: 'outra-senha-longa' })
  expect(await works(device)).toBe(400)
  expect(await works(bystander)).toBe(200)
})

test('is refused outside working hours and from another site', async () => {
  const device = createAuthenticator(origin)
  await add(bruno, device)
  await ana.put(`/users/${world.bruno.id}`, { startWork: '00:00', endWork: '00:01' })
  pass(1)
  expect((await enter(device, device.get(await challenge(device)))).body.error).toBe('ERR_OUT_OF_HOURS')
  const foreign = { ...device.headers, origin: 'https://evil.test' }
  for (const path of ['/auth/passkey/options', '/auth/passkey']) {
    expect((await world.nobody.post(path, {}, foreign)).status).toBe(403)
  }
  expect((await bruno.post('/passkeys/options', { currentPassword: password }, foreign)).status).toBe(403)
})
