import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createContext } from '../../kernel/company/company-context'
import { password } from '../../testing/world/people'
import { createWorld, type World } from '../../testing/world/world'
import { userTable } from '../user.tables'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const db = () => createContext(world.platform.files.use(1)).db
const hashOf = (id: number) => db().select().from(userTable).where(eq(userTable.id, id)).get()?.passwordHash ?? ''
const setHash = (id: number, passwordHash: string) =>
  db().update(userTable).set({ passwordHash }).where(eq(userTable.id, id)).run()
const signIn = async (email: string, secret: string) =>
  (await world.nobody.post('/auth/login', { email, password: secret })).status

test('an imported user signs in with the old password, which then is stored as our own', async () => {
  const { bruno, carla } = world
  const imported = '$2y$08$abcdefghijklmnopqrstuuJHHPU2hvIEaytp65ZRktVcnIcO8n3W.'
  const ofCarla = '$2a$08$abcdefghijklmnopqrstuuJHHPU2hvIEaytp65ZRktVcnIcO8n3W.'
  setHash(bruno.id, imported)
  setHash(carla.id, ofCarla)
  expect(await signIn(bruno.email, 'segredo12')).toBe(401)
  expect(await signIn(bruno.email, password)).toBe(401)
  expect(hashOf(bruno.id)).toBe(imported)
  expect(await signIn(bruno.email, 'segredo123')).toBe(200)
  const own = hashOf(bruno.id)
  expect(own).toStartWith('$argon2id$')
  expect(await signIn(bruno.email, 'segredo123')).toBe(200)
  expect(hashOf(bruno.id)).toBe(own)
  expect(hashOf(carla.id)).toBe(ofCarla)
})

test('a long password is stored whole, although only its beginning was compared', async () => {
  const { bruno } = world
  setHash(bruno.id, '$2b$08$abcdefghijklmnopqrstuuCjcWlU627gXHLWYk8ecE28yZXDOvz8u')
  expect(await signIn(bruno.email, `${'á'.repeat(36)}é`)).toBe(200)
  expect(await signIn(bruno.email, 'á'.repeat(36))).toBe(401)
  expect(await signIn(bruno.email, `${'á'.repeat(36)}é`)).toBe(200)
})

test('an imported user who must change the password does', async () => {
  const { carla } = world
  setHash(carla.id, '$2a$08$abcdefghijklmnopqrstuuJHHPU2hvIEaytp65ZRktVcnIcO8n3W.')
  db().update(userTable).set({ mustChangePassword: true }).where(eq(userTable.id, carla.id)).run()
  const asked = { email: carla.email, password: 'segredo123' }
  const { body } = await world.nobody.post('/auth/login', asked)
  expect(body).toMatchObject({ error: 'ERR_PASSWORD_CHANGE_REQUIRED' })
  expect((await world.nobody.post('/auth/login', { ...asked, newPassword: 'outro-segredo' })).status).toBe(200)
  expect(await signIn(carla.email, 'segredo123')).toBe(401)
  expect(await signIn(carla.email, 'outro-segredo')).toBe(200)
})
