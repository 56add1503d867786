import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { passwordLinkToken } from './password-link'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
const start = new Date('2026-03-10T15:00:00Z')
beforeEach(async () => {
  world = await createWorld({ now: start })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const dani = { name: 'Dani Melo', email: 'dani@acme.test', queueIds: [1], invite: true }
const eva = { name: 'Eva Reis', email: 'eva@acme.test', invite: true }

const tokenOf = (link: string) => new URL(link).pathname.replace('/invite/', '')
async function invited(person: object = dani, by = ana) {
  const { body } = await by.post('/users', person)
  return { id: body.id as number, token: tokenOf(body.invitationLink) }
}
const find = (token: string) => world.nobody.post('/auth/password-link', { token })
const redeem = (token: string, password = 'só-da-dani') =>
  world.nobody.post('/auth/password-link/redeem', { token, password })
const signInAs = (email: string, password: string) => world.nobody.post('/auth/login', { email, password })
const errorOf = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error

test('an invited user sets a password once, and is signed in', async () => {
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/users', dani))
  expect(answer.body).toMatchObject({ id: 5, invitedUntil: '2026-03-17T15:00:00.000Z' })
  expect(effects).toEqual({
    events: { 'user.created': 1 },
    jobs: 'none',
    live: { 'company-1-user': 2 },
    otherCompany: 'none',
  })
  const token = tokenOf(answer.body.invitationLink)
  expect(answer.body.invitationLink).toBe(`http://localhost/invite/${token}`)
  expect(JSON.stringify(world.published)).not.toContain(token)
  const [, , nonce = ''] = token.split('.')
  expect(world.ctx(1).company.sqlite.query('SELECT * FROM user WHERE id = 5').get()).toMatchObject({
    password_hash: '',
    password_link_nonce: nonce,
  })
  const { token: others } = await invited(eva)
  // The same ids and a token of Globex; its user 3 has a password.
  expect((await gina.post('/users', { ...eva, email: 'eva@globex.test' })).body.id).toBe(4)

  for (const password of ['', 'qualquer']) expect((await signInAs(dani.email, password)).status).toBeOneOf([400, 401])
  const found = await effectsOf(world, () => find(token))
  expect(found.answer.body).toEqual({
    company: 'Acme',
    name: 'Dani Melo',
    email: 'dani@acme.test',
    invited: true,
    minLength: 5,
  })
  expect(found).toMatchObject(noEffects)
  expect((await redeem(token, '1234')).body.fields).toEqual({ password: 'tooShort' })

  const { answer: entered, ...changes } = await effectsOf(world, () => redeem(token))
  expect(entered.body.user).toMatchObject({ id: 5, companyId: 1, name: 'Dani Melo' })
  expect(entered.headers.getSetCookie().join()).toContain('recado_session=')
  expect(changes).toEqual({
    events: { 'user.changed': 1, 'user.signedIn': 1 },
    jobs: 'none',
    live: { 'company-1-user': 2 },
    otherCompany: 'none',
  })
  expect([await errorOf(find(token)), await errorOf(redeem(token))]).toEqual(['ERR_LINK_ENDED', 'ERR_LINK_ENDED'])
  expect((await signInAs(dani.email, 'só-da-dani')).body.user.id).toBe(5)
  expect((await ana.get('/users/5')).body.invitedUntil).toBeNull()
  expect((await ana.post('/users/5/invitation')).body.error).toBe('ERR_NOT_INVITED')
  expect((await find(others)).body.name).toBe('Eva Reis')
})

test('of two people who use a link at once, one sets the password', async () => {
  const { token } = await invited()
  const answers = await Promise.all([redeem(token, 'primeira'), redeem(token, 'segunda')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const right = answers[0]?.status === 200 ? 'primeira' : 'segunda'
  expect((await signInAs(dani.email, right)).status).toBe(200)
})

test('copying keeps a link, renewing replaces it, and so it goes with an expired one', async () => {
  const { id, token } = await invited()
  const { token: others } = await invited(eva)
  const link = async (body = {}) => tokenOf((await ana.post(`/users/${id}/invitation`, body)).body.link)
  const copied = await effectsOf(world, () => ana.post(`/users/${id}/invitation`))
  expect([tokenOf(copied.answer.body.link), copied.events]).toEqual([token, 'none'])
  const renewed = await link({ renew: true })
  expect([await errorOf(redeem(token)), (await find(renewed)).status]).toEqual(['ERR_LINK_ENDED', 200])
  world.setTime(new Date('2026-03-17T15:00:00Z'))
  ana = await world.as(world.ana)
  expect([await errorOf(find(renewed)), await errorOf(redeem(others))]).toEqual(['ERR_LINK_ENDED', 'ERR_LINK_ENDED'])
  const next = await link()
  expect([next === renewed, (await find(next)).status]).toEqual([false, 200])
})

test('a link ends with another password or address, with its user, and while the company is disabled', async () => {
  const { id, token } = await invited()
  const { token: others } = await invited(eva)
  await ana.put(`/users/${id}`, { name: 'Dani M.', phone: '' })
  expect((await find(token)).body.name).toBe('Dani M.')
  await ana.put(`/users/${id}`, { email: 'dani.melo@acme.test' })
  expect(await errorOf(find(token))).toBe('ERR_LINK_ENDED')
  const second = tokenOf((await ana.post(`/users/${id}/invitation`)).body.link)
  expect((await find(second)).body.email).toBe('dani.melo@acme.test')
  await ana.put(`/users/${id}`, { password: 'da-ana' })
  expect(await errorOf(redeem(second))).toBe('ERR_LINK_ENDED')
  expect((await signInAs('dani.melo@acme.test', 'da-ana')).body.error).toBe('ERR_PASSWORD_CHANGE_REQUIRED')

  const { id: heitor, token: third } = await invited({ ...eva, email: 'heitor@acme.test' })
  await ana.delete(`/users/${heitor}`)
  expect(await errorOf(redeem(third))).toBe('ERR_LINK_ENDED')
  const { token: ofGlobex } = await invited({ ...eva, email: 'eva@globex.test' }, gina)
  await sofia.put('/companies/2', { status: false })
  expect([await errorOf(find(ofGlobex)), await errorOf(redeem(ofGlobex))]).toEqual(['ERR_LINK_ENDED', 'ERR_LINK_ENDED'])
  await sofia.delete('/companies/2')
  expect(await errorOf(find(ofGlobex))).toBe('ERR_LINK_ENDED')
  expect((await find(others)).status).toBe(200)
})

test('outside the working hours the link stays; a crash between the writes leaves one of them whole', async () => {
  const { token } = await invited({ ...dani, startWork: '13:00', endWork: '18:00' })
  expect(await errorOf(redeem(token))).toBe('ERR_OUT_OF_HOURS')
  world.setTime(new Date('2026-03-10T17:00:00Z'))
  const { sqlite } = world.ctx(1).company
  sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  expect((await redeem(token)).status).toBe(500)
  sqlite.run('DROP TRIGGER fail')
  expect((await find(token)).status).toBe(200)
  // The password is stored, then the session cannot be started.
  sqlite.run(`CREATE TEMP TRIGGER fail BEFORE INSERT ON session BEGIN SELECT RAISE(ABORT, 'disk'); END`)
  expect((await redeem(token)).status).toBe(500)
  sqlite.run('DROP TRIGGER fail')
  expect(await errorOf(redeem(token, 'outra'))).toBe('ERR_LINK_ENDED')
  expect((await signInAs(dani.email, 'só-da-dani')).status).toBe(200)
})

test('only admins of the company make links, for users without a password', async () => {
  const { id, token } = await invited()
  expect((await world.nobody.post(`/users/${id}/invitation`)).status).toBe(401)
  for (const [caller, error] of [
    [bruno, 'ERR_NO_PERMISSION'],
    [gina, 'ERR_NO_USER_FOUND'],
  ] as const) {
    const { answer, ...effects } = await effectsOf(world, () => caller.post(`/users/${id}/invitation`, { renew: true }))
    expect([answer.body.error, effects]).toEqual([error, noEffects])
  }
  expect((await ana.post('/users/2/invitation')).body.error).toBe('ERR_NOT_INVITED')
  expect((await ana.post('/users', { ...eva, invite: false })).body.fields).toEqual({ password: 'required' })
  expect((await bruno.post('/users', eva)).body.error).toBe('ERR_NO_PERMISSION')
  expect((await bruno.get(`/users/${id}`)).body).not.toHaveProperty('invitedUntil')
  expect((await find(token)).status).toBe(200)
})

test('forged tokens open nothing and are counted like other guesses', async () => {
  const { token } = await invited()
  const [companyId, userId, nonce, mac] = token.split('.')
  const other = passwordLinkToken(world.platform, { companyId: 2, userId: 3, nonce: nonce ?? '' })
  expect(await errorOf(redeem(other))).toBe('ERR_LINK_ENDED')
  const forged = ['', 'x', `2.${userId}.${nonce}.${mac}`, `${companyId}.2.${nonce}.${mac}`, `0${token}`, `${token}.x`]
  world.platform.files.close(2)
  for (const text of forged.slice(1)) expect(await errorOf(redeem(text))).toBe('ERR_LINK_ENDED')
  expect(world.platform.files.isOpen(2)).toBe(false)
  for (let guess = 0; guess < 60; guess++) await find(`guess-${guess}`)
  expect(await errorOf(find('another'))).toBe('ERR_TOO_MANY_REQUESTS')
})

test('the address is the public one, in the company’s language', async () => {
  world.platform.config.publicUrl = 'https://recado.example'
  await sofia.put('/companies/1', { language: 'es' })
  const { body } = await ana.post('/users', dani)
  expect(body.invitationLink).toMatch(/^https:\/\/recado\.example\/invite\/1\.5\.[\w-]+\.[\w-]+\?lang=es$/)
})
