import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld, type World } from '../../testing/world/world'
import { Refusal } from '../errors'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'nothing was refused'
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

test('refuses a company that does not exist, without creating its folder', () => {
  expect(codeOf(() => world.platform.files.use(99))).toBe('ERR_NO_COMPANY_FOUND')
  expect(existsSync(join(world.dataDir, 'companies', '99'))).toBe(false)
})

test('refuses to open a file that belongs to another company', () => {
  const { files } = world.platform
  files.closeAll()
  copyFileSync(join(files.folderOf(2), 'company.sqlite'), join(files.folderOf(1), 'company.sqlite'))
  expect(codeOf(() => files.use(1))).toBe('ERR_COMPANY_DAMAGED')
  expect(files.use(2).id).toBe(2)
})

test('a damaged file makes only its own company unavailable', () => {
  const { files } = world.platform
  files.closeAll()
  writeFileSync(join(files.folderOf(1), 'company.sqlite'), 'this is no database at all, whatever its name says')
  expect(codeOf(() => files.use(1))).toBe('ERR_COMPANY_DAMAGED')
  expect(world.ctx(2).db.all('SELECT count(*) FROM user')).toHaveLength(1)
})

test('refuses a file of a newer release and leaves it unchanged', () => {
  const { files } = world.platform
  files.closeAll()
  const path = join(files.folderOf(1), 'company.sqlite')
  const db = new Database(path)
  db.run('PRAGMA user_version = 9999')
  db.close()
  expect(codeOf(() => files.use(1))).toBe('ERR_COMPANY_DAMAGED')
  const after = new Database(path, { readonly: true })
  expect(after.query('PRAGMA user_version').get()).toEqual({ user_version: 9999 })
  after.close()
})

test('keeps a pinned company open and closes an idle one', () => {
  const { files } = world.platform
  const release = files.pin(1)
  files.use(2)
  files.close(2)
  expect(files.openIds()).toEqual([1])
  release()
  release()
  expect(files.use(1).pins).toBe(0)
})
