import { expect, test } from 'bun:test'
import { createWorld } from './world'

const change = "UPDATE user SET name = 'Outra' WHERE id = 1"

test('a world ends with an error that names what changed in Globex, unless the test acts as Globex', async () => {
  const untouched = await createWorld()
  const bruno = await untouched.as(untouched.bruno)
  expect((await bruno.put('/users/2', { name: 'Bruno L.' })).status).toBe(200)
  untouched.platform.files.use(2)
  untouched.stop()
  const changed = await createWorld()
  changed.platform.files.use(2).sqlite.run(change)
  expect(changed.stop).toThrow('Globex is a bystander of this test, but its rows changed. user: ')
  const acting = await createWorld()
  acting.ctx(2).company.sqlite.run(change)
  acting.stop()
})
