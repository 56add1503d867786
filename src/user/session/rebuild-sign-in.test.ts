import { afterEach, beforeEach, expect, test } from 'bun:test'
import { findUserByEmail } from '../../platform/sign-in/user-index'
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
  const signIn = async (email: string) => (await world.nobody.post('/auth/login', { email, password })).status
  expect(await signIn('bruno@acme.test')).toBe(401)
  // Its folder is restored while it is closed; the next opening corrects the index.
  world.platform.files.closeAll()
  expect(await signIn('ana@acme.test')).toBe(200)
  expect(findUserByEmail(world.platform, 'errado@acme.test')).toBeUndefined()
  expect(await signIn('bruno@acme.test')).toBe(200)
  expect(findUserByEmail(world.platform, 'gina@globex.test')).toMatchObject({ companyId: 2, userId: 1 })
})

test('users of a company missing from the catalog can sign in after a start', async () => {
  const { platform } = world
  platform.catalog.sqlite.run('DELETE FROM user_index WHERE company_id = 2')
  platform.files.closeAll()
  openUnknownCompanies(platform)
  expect(platform.files.openIds()).toEqual([2])
  world.noBystander()
  expect((await world.nobody.post('/auth/login', { email: world.gina.email, password })).status).toBe(200)
})
