import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordEvent } from '../../kernel/event/event-log'
import { eraseCompany } from '../../platform/company/erase/erase-company'
import { createWorld, type World } from '../../testing/world/world'
import { makeBackup } from './make-backup'

let target: string
let world: World
beforeEach(async () => {
  target = mkdtempSync(join(tmpdir(), 'recado-erased-'))
  world = await createWorld({
    environment: { BACKUP_TO: target, BACKUP_PASSPHRASE: 'a long passphrase', LOG_LEVEL: 'silent' },
  })
  world.noBystander()
})
afterEach(async () => {
  await world.stop()
  rmSync(target, { recursive: true, force: true })
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
const ofCompany = (id: number) => filesIn(target).filter((path) => path.includes(`/${id}/`))

function write(id: number) {
  world.ctx(id).company.sqlite.run(`UPDATE setting SET value = 'enabled' WHERE key = 'userRandom'`)
  world
    .ctx(id)
    .transaction(() => void recordEvent(world.ctx(id), 'subscription.changed', {}, { dueDate: '2999-12-31' }))
}

test('an erased company is in no backup, also with writes that were on their way, and others stay', async () => {
  const { platform, dataDir } = world
  for (const id of [1, 2]) write(id)
  const backup = platform.config.backup ?? { target, passphrase: '' }
  const call = { progress() {}, signal: new AbortController().signal }
  await makeBackup(platform, backup, call)
  const kept = ofCompany(1)
  expect([kept.length > 0, ofCompany(2).length > 0]).toEqual([true, true])
  for (const name of ['2.replaced-20261101T120000', '20.replaced-20261101T120000']) {
    mkdirSync(join(dataDir, 'companies', name))
    writeFileSync(join(dataDir, 'companies', name, 'company.sqlite'), 'before')
  }
  write(2)
  const order: string[] = []
  if (platform.archive) {
    const { flush, forget } = platform.archive
    platform.archive.flush = () => flush().finally(() => order.push('sent'))
    platform.archive.forget = (name) => {
      order.push('forgotten')
      forget(name)
    }
  }
  const { signed } = await eraseCompany(platform, {}, 2)
  expect(order).toEqual(['sent', 'forgotten'])
  await platform.archive?.flush()
  expect(ofCompany(2)).toEqual([])
  expect(ofCompany(1)).toEqual(expect.arrayContaining(kept))
  expect(readdirSync(join(dataDir, 'companies')).toSorted()).toEqual(['1', '20.replaced-20261101T120000'])
  expect(filesIn(dataDir).filter((path) => path.includes('/archive/2/'))).toEqual([])
  const places = (what: string) => signed.report.elsewhere[what]?.map(({ place }) => place)
  expect(places('copies')).toContain(join(dataDir, 'companies', '2.replaced-20261101T120000'))
  expect(places('backups')).toContain(`${target}/bases/2`)
  expect(platform.archive?.withoutBase()).not.toContain('2')
  await makeBackup(platform, backup, call)
  expect(ofCompany(2)).toEqual([])
}, 60_000)
