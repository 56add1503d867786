import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../../testing/world/people'
import { createWorld, type World } from '../../testing/world/world'
import { openUnknownCompanies } from './rebuild-sign-in'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

test('rebuilds the sign-in index from the company’s own file', async () => {
  const { catalog } = world.platform
  catalog.sqlite.run("UPDATE user_index SET email = 'errado@acme.test' WHERE company_id = 1 AND user_id = 2")
  expect(await signIn('bruno@acme.test')).toBe(401)
  // Its folder is restored while it is closed; the next opening corrects the index.
  world.platform.files.closeAll()
  expect(await signIn('ana@acme.test')).toBe(200)
  expect(await world.platform.names.emails.find('errado@acme.test')).toBeUndefined()
  expect(await signIn('bruno@acme.test')).toBe(200)
  expect(await world.platform.names.emails.find('gina@globex.test')).toEqual({ companyId: 2, recordId: 1 })
})

test('users of a company missing from the catalog can sign in after a start', async () => {
  const { platform } = world
  platform.catalog.sqlite.run('DELETE FROM user_index WHERE company_id = 2')
  platform.files.closeAll()
  await openUnknownCompanies(platform)
  expect(platform.files.openIds()).toEqual([2])
  world.noBystander()
  expect((await world.nobody.post('/auth/login', { email: world.gina.email, password })).status).toBe(200)
})

const signIn = async (email: string) => (await world.nobody.post('/auth/login', { email, password })).status
const claims = () => world.platform.catalog.sqlite.query('SELECT name FROM name_claim ORDER BY 1').values().flat()

/** As a process that was killed leaves it. */
function abandonClaim(email: string, companyId: number) {
  world.platform.catalog.sqlite
    .query("INSERT INTO name_claim VALUES ('email', ?, ?, 0, 'a process that is gone')")
    .run(email, companyId)
}

test('a claim that a crash left is settled at the next start, before, after and while a user is deleted', async () => {
  world.noBystander()
  const { platform } = world
  const { sqlite } = platform.files.use(1)
  // Killed before the commit that creates the user.
  abandonClaim('antes@acme.test', 1)
  // Killed after the commit that changes an address, and after one that deletes a user.
  sqlite.run("UPDATE user SET email = 'depois@acme.test' WHERE id = 2")
  abandonClaim('depois@acme.test', 1)
  sqlite.run('DELETE FROM user WHERE id = 3')
  abandonClaim(world.carla.email, 1)
  platform.files.closeAll()

  const gina = await world.as(world.gina)
  const create = (email: string) =>
    gina.post('/users', { name: 'Outra', email, password: 'dado-por-outra', profile: 'user' })
  expect((await create('antes@acme.test')).body.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  await openUnknownCompanies(platform)
  expect(claims()).toEqual([])
  expect([await signIn('depois@acme.test'), await signIn('bruno@acme.test')]).toEqual([200, 401])
  for (const email of ['antes@acme.test', 'bruno@acme.test', world.carla.email]) {
    expect((await create(email)).status).toBe(200)
  }
  expect(claims()).toEqual([])
})

test('what is claimed is nobody’s yet, is refused to others, and may be claimed again after it was released', async () => {
  const { emails } = world.platform.names
  const claim = await emails.claim('Nova@acme.test', { companyId: 1 })
  expect(await emails.find('nova@acme.test')).toBeUndefined()
  expect(await emails.claim('nova@acme.test', { companyId: 2, recordId: 1 })).toBeUndefined()
  await emails.rebuild(2, [{ name: 'gina@globex.test', recordId: 1, details: undefined }])
  await claim?.release()
  await claim?.release()
  const next = await emails.claim('nova@acme.test', { companyId: 1, recordId: 2 })
  // Repeated by one who does not know whether it arrived.
  for (let time = 0; time < 2; time++) await next?.confirm(2, undefined)
  expect(await emails.find('nova@acme.test')).toEqual({ companyId: 1, recordId: 2 })
  expect(await emails.find('bruno@acme.test')).toBeUndefined()
  expect(claims()).toEqual([])
})
