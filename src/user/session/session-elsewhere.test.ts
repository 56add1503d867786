import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../app'
import { compose, shutdown } from '../../compose'
import { readConfig } from '../../kernel/config/config'
import { createCompany } from '../../platform/company/create-company'
import { neverDue } from '../../platform/company/company.queries'
import { companyTable } from '../../platform/platform.tables'
import { createAccessTokens } from '../../platform/sign-in/access-token'
import { password, people } from '../../testing/world/people'
import { createRequests } from '../../testing/world/requests'
import { copyTemplate } from '../../testing/world/world-template'

const folders: string[] = []
const hosts: ReturnType<typeof compose>[] = []
beforeEach(async () => {
  for (let host = 0; host < 2; host++) folders.push((await copyTemplate()).dataDir)
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await shutdown(host)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function start(dataDir = '') {
  const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }) })
  hosts.push(platform)
  const tokens = createAccessTokens(platform.hostKey.sessionSecret, platform.clock)
  return { platform, nobody: createRequests(createApp({ platform, tokens })) }
}

const admin = { name: 'Sete', email: 'sete@sete.test', super: false }

test('a session needs the company’s file and the host’s key, and nothing of the catalog but the company itself', async () => {
  const [one, other] = [start(folders[0]), start(folders[1])]
  const passwordHash = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  const company = { id: 7, name: 'Sete', email: admin.email, planId: 1, dueDate: neverDue }
  const row = await createCompany(one.platform, company, { ...admin, passwordHash })
  const signedIn = await one.nobody.post('/auth/login', { email: admin.email, password })
  const cookie = {
    cookie:
      signedIn.headers
        .getSetCookie()
        .find((line) => line.startsWith('recado_session='))
        ?.split(';')[0] ?? '',
  }
  const bearer = { authorization: `Bearer ${signedIn.body.token}` }
  const ana = await other.nobody.post('/auth/login', { email: people.ana.email, password })

  const before = await other.nobody.get('/auth/me', bearer)
  expect([before.status, before.body.error]).toEqual([401, 'ERR_UNAUTHORIZED'])
  await one.platform.files.closeFinally(7)
  cpSync(one.platform.files.folderOf(7), other.platform.files.folderOf(7), { recursive: true })
  other.platform.catalog.db.insert(companyTable).values(row).run()
  const sessions = () => other.platform.catalog.sqlite.query('SELECT * FROM session').all()
  const names = () => other.platform.catalog.sqlite.query('SELECT email FROM user_index WHERE company_id = 7').all()
  expect([sessions(), names()]).toEqual([[], []])

  const me = await other.nobody.get('/auth/me', bearer)
  expect([me.status, me.body.user.companyId, me.body.user.name]).toEqual([200, 7, 'Sete'])
  const refreshed = await other.nobody.post('/auth/refresh_token', {}, cookie)
  expect([refreshed.status, refreshed.body.user.companyId]).toEqual([200, 7])
  const next = { authorization: `Bearer ${refreshed.body.token}` }
  expect((await other.nobody.call('DELETE', '/auth/logout', undefined, next)).status).toBe(200)
  expect((await other.nobody.get('/auth/me', bearer)).status).toBe(401)
  expect(sessions()).toEqual([])
  const anas = await other.nobody.get('/auth/me', { authorization: `Bearer ${ana.body.token}` })
  expect([anas.status, anas.body.user.companyId]).toEqual([200, 1])
})

test('the file without the key is worth nothing', async () => {
  const one = start(folders[0])
  const signedIn = await one.nobody.post('/auth/login', { email: people.gina.email, password })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await shutdown(hosts.pop() as never)
  rmSync(folders[1] ?? '', { recursive: true })
  cpSync(folders[0] ?? '', folders[1] ?? '', { recursive: true })
  rmSync(join(folders[1] ?? '', 'host.key'))
  const other = start(folders[1])
  expect((await other.nobody.post('/auth/refresh_token', {}, { cookie })).status).toBe(401)
  const bearer = { authorization: `Bearer ${signedIn.body.token}` }
  expect((await other.nobody.get('/auth/me', bearer)).body.error).toBe('ERR_SESSION_EXPIRED')
  expect((await other.nobody.post('/auth/login', { email: people.gina.email, password })).status).toBe(200)
})
