import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../app'
import { compose, shutdown } from '../../compose'
import { readConfig } from '../../kernel/config/config'
import { openHostKey } from '../../kernel/config/host-key'
import { readMigrations } from '../../kernel/database/migrate'
import { hourMs, minuteMs } from '../../kernel/time/durations.contract'
import { createAccessTokens } from '../../platform/sign-in/access-token'
import { exportCompany } from '../../host/transfer/export-company'
import { importCompany } from '../../host/transfer/import-company'
import { installRestored } from '../../host/restore/install-restored'
import { backUp } from '../../testing/restore/backup'
import { makeOldCompany } from '../../testing/world/old-company'
import { password, people } from '../../testing/world/people'
import { createRequests } from '../../testing/world/requests'
import { copyTemplate } from '../../testing/world/world-template'
import { createWorld, type World } from '../../testing/world/world'

const now = new Date('2026-11-30T12:00:00Z')
const passphrase = 'uma frase que ninguém adivinha'
const cookieOf = (token: string) => ({ cookie: `recado_session=${token}` })

let dataDir: string
beforeEach(async () => {
  dataDir = (await copyTemplate()).dataDir
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** As releases before wrote it: the token names its session only. */
function oldToken(sessionId: string, random = 'umAcasoQualquer') {
  const unmarked = `${sessionId}.${random}`
  const { linkSecret } = openHostKey(dataDir)
  return `${unmarked}.${createHmac('sha256', linkSecret).update(`refresh\n${unmarked}`).digest('base64url')}`
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The folder as the release before left it, with these sessions. */
function writeOldFolder(
  sessions: { id: string; companyId: number; userId: number; token: string; earlier?: string }[],
) {
  const migrations = join(import.meta.dir, '../../../migrations/company')
  const before = readMigrations(migrations).findIndex(({ name }) => name.endsWith('-session.sql'))
  for (const companyId of [1, 2]) makeOldCompany(dataDir, companyId, before)
  const catalog = new Database(join(dataDir, 'platform.sqlite'))
  const insert = catalog.query(
    `INSERT INTO session (id, company_id, user_id, token_hash, previous_hash, rotated_at, expires_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const [rotated, expires] = [now.getTime() - hourMs, now.getTime() + 240 * hourMs]
  for (const { id, companyId, userId, token, earlier } of sessions)
    insert.run(id, companyId, userId, hash(token), earlier ? hash(earlier) : null, rotated, expires, rotated)
  catalog.close()
}

function start(time: { now: Date }) {
  const platform = compose({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    clock: { now: () => time.now },
  })
  const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  const nobody = createRequests(createApp({ platform, tokens }))
  const refresh = async (token: string) => {
    const answer = await nobody.post('/auth/refresh_token', {}, cookieOf(token))
    const next = /recado_session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    return { status: answer.status, user: answer.body.user?.id as number | undefined, next: next || undefined, answer }
  }
  return { platform, nobody, refresh }
}

test('nobody is signed out by the update, and what ends after it does not come back', async () => {
  const [bruno, carla, hugo] = [oldToken('deBruno'), oldToken('deCarla'), oldToken('deHugo')]
  writeOldFolder([
    { id: 'deBruno', companyId: 1, userId: 2, token: bruno, earlier: oldToken('deBruno', 'antes') },
    { id: 'deCarla', companyId: 1, userId: 3, token: carla },
    { id: 'deHugo', companyId: 2, userId: 2, token: hugo },
  ])
  const time = { now }
  let host = start(time)
  const first = await host.refresh(bruno)
  expect([first.status, first.user]).toEqual([200, 2])
  expect((await host.nobody.get('/auth/me', { authorization: `Bearer ${first.answer.body.token}` })).status).toBe(200)
  const signedIn = await host.refresh(carla)
  const signOut = { authorization: `Bearer ${signedIn.answer.body.token}` }
  expect((await host.nobody.call('DELETE', '/auth/logout', undefined, signOut)).status).toBe(200)
  await shutdown(host.platform)

  host = start(time)
  for (const ended of [carla, signedIn.next ?? '', oldToken('deNinguem')]) {
    expect((await host.refresh(ended)).status).toBe(401)
  }
  const again = await host.refresh(first.next ?? '')
  expect([again.status, again.user]).toEqual([200, 2])
  // Globex was not opened before.
  expect((await host.refresh(hugo)).status).toBe(200)
  // A token of before that was replaced since counts as copied.
  time.now = new Date(now.getTime() + minuteMs)
  expect((await host.refresh(bruno)).status).toBe(401)
  expect((await host.refresh(again.next ?? '')).status).toBe(401)
  expect((await host.nobody.post('/auth/login', { email: people.bruno.email, password })).status).toBe(200)
  // The addresses of before are no longer known once they have expired.
  time.now = new Date(now.getTime() + 241 * hourMs)
  await shutdown(host.platform)
  host = start(time)
  expect(host.platform.catalog.sqlite.query('SELECT id FROM session').all()).toEqual([])
  await shutdown(host.platform)
})

test('a restore keeps today’s sessions and revives none of then', async () => {
  const world = await createWorld()
  const me = async (caller: Awaited<ReturnType<World['as']>>) => (await caller.get('/auth/me')).status
  const [bruno, carla] = [await world.as(world.bruno), await world.as(world.carla)]
  const folder = backUp(world, 1)
  expect((await carla.delete('/auth/logout')).status).toBe(200)
  const ana = await world.as(world.ana)
  const restore = () => installRestored(world.platform, { companyId: 1, folder, mode: 'replace', stateOf: new Date() })
  await restore()
  expect([await me(ana), await me(bruno), await me(carla)]).toEqual([200, 200, 401])
  const { companyId: copy } = await installRestored(world.platform, {
    companyId: 1,
    folder,
    mode: 'beside',
    stateOf: new Date(),
  })
  expect(world.platform.files.use(copy).sqlite.query('SELECT id FROM session').all()).toEqual([])
  expect(await me(bruno)).toBe(200)
  // Whose sessions are still good is lost with the file.
  await world.platform.files.closeFinally(1)
  rmSync(join(world.dataDir, 'companies/1/company.sqlite'))
  await restore()
  expect([await me(ana), await me(bruno), await me(carla)]).toEqual([401, 401, 401])
  rmSync(folder, { recursive: true, force: true })
  world.stop()
})

test('an export holds no session, and the sessions here go on', async () => {
  const world = await createWorld()
  const folder = mkdtempSync(join(tmpdir(), 'recado-sessions-'))
  const path = join(folder, 'acme.recado')
  const ana = await world.as(world.ana)
  await exportCompany(world.platform, { companyId: 1, path, passphrase, move: false })
  const { companyId = 0 } = await importCompany(world.platform, { path, passphrase })
  expect(world.platform.files.use(companyId).sqlite.query('SELECT id FROM session').all()).toEqual([])
  expect((await ana.get('/auth/me')).body.user.companyId).toBe(1)
  rmSync(folder, { recursive: true, force: true })
  world.stop()
})

test('the sessions of an erased company end, and its cookies lead nowhere', async () => {
  const world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
  const [gina, ana, sofia] = [await world.as(world.gina), await world.as(world.ana), await world.as(world.sofia)]
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  expect((await gina.get('/auth/me')).status).toBe(401)
  expect((await world.nobody.post('/auth/refresh_token', {}, cookieOf(gina.refreshToken))).status).toBe(401)
  expect((await ana.get('/auth/me')).status).toBe(200)
  world.stop()
})

test('a forged token that names a session opens no file and ends nothing', async () => {
  const world = await createWorld()
  const [ana, gina] = [await world.as(world.ana), await world.as(world.gina)]
  world.platform.files.closeAll()
  const forge = (companyId: number | string, sessionId: string) => cookieOf(`${companyId}.${sessionId}.random.mark`)
  const forged = [
    forge(1, ana.session.id),
    forge('x', ana.session.id),
    forge(99, ana.session.id),
    forge(2, gina.session.id),
  ]
  for (const cookie of forged) expect((await world.nobody.post('/auth/refresh_token', {}, cookie)).status).toBe(401)
  expect(world.platform.files.openIds()).toEqual([])
  expect((await ana.get('/auth/me')).status).toBe(200)
  // Now its file is open.
  for (const cookie of forged) expect((await world.nobody.post('/auth/refresh_token', {}, cookie)).status).toBe(401)
  expect([(await ana.get('/auth/me')).status, (await gina.get('/auth/me')).status]).toEqual([200, 200])
  world.stop()
})
