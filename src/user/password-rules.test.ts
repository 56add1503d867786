import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../testing/world/people'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, bruno: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterEach(() => world.stop())

const change = (next: string) => bruno.put('/users/2', { password: next, currentPassword: password })

test('known passwords are refused at the field, in any case of letters', async () => {
  for (const known of ['123456', 'Senha123', 'PASSWORD', 'flamengo', 'qwertyuiop', '1q2w3e4r']) {
    expect((await change(known)).body.fields).toEqual({ password: 'commonPassword' })
  }
  expect((await bruno.get('/auth/me')).status).toBe(200)
  expect((await change('xk7')).body.fields).toEqual({ password: 'tooShort' })
  expect((await change('a'.repeat(51))).body.fields).toEqual({ password: 'tooLong' })
  expect((await change('  vaso azul 7')).status).toBe(200)
})

test('so are names with little around them, while long sentences may hold them', async () => {
  for (const word of [
    'BRUNO.lima',
    'bruno2026',
    'Recado!!9',
    'x.recado.1',
    '1Lima1',
    world.bruno.email,
    `${world.bruno.email}1`,
  ]) {
    expect([word, (await change(word)).body.fields]).toEqual([word, { password: 'personalPassword' }])
  }
  expect((await change('acme9')).body.fields).toEqual({ password: 'personalPassword' })
  expect((await change('o recado do bruno')).status).toBe(200)
})

test('a company asks for more characters of new passwords, and lets old ones in', async () => {
  expect((await bruno.put('/settings/minPasswordLength', { value: '12' })).status).toBe(403)
  expect((await ana.put('/settings/minPasswordLength', { value: '6' })).body.fields).toEqual({
    minPasswordLength: 'invalid',
  })
  await ana.put('/settings/minPasswordLength', { value: '12' })
  expect((await change('vaso azul 7')).body.fields).toEqual({ password: 'passwordShort12' })
  await ana.put('/settings/minPasswordLength', { value: '8' })
  expect((await change('vaso az')).body.fields).toEqual({ password: 'passwordShort8' })
  expect((await world.nobody.post('/auth/login', { email: world.bruno.email, password })).status).toBe(200)
  const gina = await world.as(world.gina)
  expect((await gina.put('/users/1', { password: 'vaso9', currentPassword: password })).status).toBe(200)
})

test('the rules hold wherever a password is chosen', async () => {
  const dani = { name: 'Dani Melo', email: 'dani@acme.test', password: 'senha123' }
  expect((await ana.post('/users', dani)).body.fields).toEqual({ password: 'commonPassword' })
  const sofia = await world.as(world.sofia)
  const shop = { name: 'Loja', email: 'dani@loja.test', password: 'dani@loja.test', planId: 1 }
  expect((await sofia.post('/companies', shop)).body.fields).toEqual({ password: 'personalPassword' })
  const { link } = (await ana.post('/users/2/password-link')).body
  const token = new URL(link).pathname.replace('/invite/', '')
  const redeem = (next: string) => world.nobody.post('/auth/password-link/redeem', { token, password: next })
  expect((await redeem('senha123')).body.fields).toEqual({ password: 'commonPassword' })
  expect((await redeem('vaso azul 7')).status).toBe(200)
  await ana.put('/users/3', { password: 'dada-pela-chefe' })
  const login = (newPassword: string) =>
    world.nobody.post('/auth/login', { email: world.carla.email, password: 'dada-pela-chefe', newPassword })
  expect((await login('carla.dias')).body.fields).toEqual({ newPassword: 'personalPassword' })
  expect((await login('vaso azul 8')).status).toBe(200)
})

test('tells known passwords by the beginning of their hashes, and nothing of the rest', async () => {
  const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const ask = (prefix: string) => world.nobody.post('/auth/known-passwords', { prefix })
  const hash = hashOf('senha123')
  const { hashes } = (await ask(hash.slice(0, 3))).body
  expect(hashes).toContain(hash.slice(0, 8))
  expect(hashes.every((one: string) => /^[0-9a-f]{8}$/.test(one) && one.startsWith(hash.slice(0, 3)))).toBe(true)
  const good = hashOf('correto cavalo bateria grampo')
  expect((await ask(good.slice(0, 3))).body.hashes).not.toContain(good.slice(0, 8))
  let count = 0
  for (let prefix = 0; prefix < 4096; prefix += 256)
    count += (await ask(prefix.toString(16).padStart(3, '0'))).body.hashes.length
  expect(count).toBeGreaterThan(100)
  for (const prefix of ['fff', '000']) expect((await ask(prefix)).status).toBe(200)
  for (const wrong of ['', 'ab', 'abcd', 'ABC', 'xyz']) expect((await ask(wrong)).status).toBe(400)
})
