import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandRefused } from '../../command/command'
import { shutdown } from '../../compose'
import { unsealWithPassphrase } from '../../kernel/config/passphrase'
import { stageFile, recordFile } from '../../kernel/file/media-store'
import { createTag } from '../../testing/host/create-tag'
import { createWorld, type World } from '../../testing/world/world'
import { restoreFromBackup } from '../restore/restore-from-backup'
import { folderSink } from './folder-sink'
import { makeBackup } from './make-backup'
import { materialize } from './materialize'
import { findBackup, listBases } from './repository'

const passphrase = 'a long passphrase'
const call = { progress() {}, signal: new AbortController().signal }
const acme = 1

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const target = () => join(folder, 'backup')
const restored = () => join(folder, 'restored.sqlite')

/** Of the tables' content, in a file that nothing else holds. */
function tagsIn(path: string) {
  const db = new Database(path)
  const names = db.query<{ name: string }, []>('SELECT name FROM tag ORDER BY id').all()
  db.close()
  return names.map(({ name }) => name)
}

/** The file as SQLite leaves it, with all of its log in it. */
function liveFile(world: World, company: number) {
  const path = join(world.dataDir, 'companies', String(company), 'company.sqlite')
  const db = new Database(path)
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return readFileSync(path)
}

test('a backup holds each file byte by byte, its media once, and the key under the passphrase', async () => {
  const world = await createWorld()
  const ana = await world.as(world.ana)
  await createTag(ana, 'antes')
  const ctx = world.ctx(acme)
  const staged = await stageFile(ctx, Buffer.from('conteúdo'), 'nota.txt', 'text/plain')
  ctx.transaction(() => recordFile(ctx, staged, 'message', 1))
  const first = await makeBackup(world.platform, { target: target(), passphrase }, call)
  expect(first.companies.map(({ id, media }) => [id, media.added])).toEqual([
    [1, 1],
    [2, 0],
  ])
  const sink = folderSink(target())
  await materialize(sink, '1', Date.now(), restored())
  expect(readFileSync(restored()).equals(liveFile(world, acme))).toBe(true)
  expect(readFileSync(join(target(), `media/1/${staged.key.slice(0, 7)}/${staged.key}`), 'utf8')).toBe('conteúdo')
  const sealed = readFileSync(join(target(), 'host/host.key.sealed'))
  expect((await unsealWithPassphrase(sealed, passphrase))?.toString()).toBe(
    readFileSync(join(world.dataDir, 'host.key'), 'utf8'),
  )
  expect(await unsealWithPassphrase(sealed, `${passphrase}!`)).toBeUndefined()

  const second = await makeBackup(world.platform, { target: target(), passphrase }, call)
  expect(second.companies.map(({ media }) => [media.files, media.added])).toEqual([
    [1, 0],
    [0, 0],
  ])
  expect((await findBackup(sink)).atMs).toBe(second.atMs)
  world.stop()
}, 60_000)

test('a stopped backup continues where it was', async () => {
  const world = await createWorld()
  const ending = new AbortController()
  const progress = ({ what }: { what: string }) => void (what.startsWith('Company 2') && ending.abort())
  const options = { target: target(), passphrase }
  await expect(makeBackup(world.platform, options, { progress, signal: ending.signal })).rejects.toThrow()
  const sink = folderSink(target())
  const copied = await Promise.all(
    ['platform', '1', '2'].map(async (name) => (await listBases(sink, name)).map(({ path }) => path)),
  )
  expect(copied.map((paths) => paths.length)).toEqual([1, 1, 0])
  const { bases } = await makeBackup(world.platform, options, call)
  expect(bases.slice(0, 2).map(({ path }) => path)).toEqual(copied.flat())
  expect((await findBackup(sink)).bases.map(({ name }) => name)).toEqual(['platform', '1', '2'])
  world.stop()
}, 60_000)

describe('with the archive of writes', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld({ environment: { BACKUP_TO: target(), BACKUP_PASSPHRASE: passphrase } })
  })
  afterEach(async () => {
    const stopped = shutdown(world.platform)
    world.stop()
    await stopped
  })

  const backUp = () => makeBackup(world.platform, { target: target(), passphrase }, call)

  test('any moment since the first copy comes back', async () => {
    const ana = await world.as(world.ana)
    await createTag(ana, 'antes')
    await backUp()
    const moments: number[] = []
    for (const name of ['primeira', 'segunda', 'terceira']) {
      await createTag(ana, name)
      void world.platform.files.use(acme).checkpoints.tap?.collect()
      moments.push(Date.now())
      await Bun.sleep(5)
    }
    await backUp()
    const sink = folderSink(target())
    expect(await listBases(sink, '1')).toHaveLength(1)
    for (const [index, at] of moments.entries()) {
      await materialize(sink, '1', at, restored())
      expect(tagsIn(restored()).slice(-index - 2)).toEqual(
        ['antes', 'primeira', 'segunda', 'terceira'].slice(0, index + 2),
      )
    }
    await materialize(sink, '1', Date.now(), restored())
    expect(readFileSync(restored()).equals(liveFile(world, acme))).toBe(true)
    await expect(materialize(sink, '1', moments[0]! - 3_600_000, restored())).rejects.toBeInstanceOf(CommandRefused)
  }, 60_000)

  test('without a moment, what was written just now comes back, too', async () => {
    const ana = await world.as(world.ana)
    await backUp()
    await createTag(ana, 'agora')
    const options = { target: target(), companyId: acme, at: undefined, mode: 'beside' } as const
    const { companyId } = await restoreFromBackup(world.platform, options, call)
    expect(tagsIn(join(world.platform.files.folderOf(companyId), 'company.sqlite')).at(-1)).toBe('agora')
  }, 60_000)

  test('what could not be kept is told, and a new copy leads on', async () => {
    await backUp()
    const spool = join(world.dataDir, 'archive', '1')
    const collect = () => world.platform.files.use(acme).checkpoints.tap?.collect()
    // Before anything is written to the company: signing in is.
    mkdirSync(dirname(spool), { recursive: true })
    writeFileSync(spool, 'in the way of the archive')
    const ana = await world.as(world.ana)
    await createTag(ana, 'perdida')
    await collect()
    rmSync(spool)
    await createTag(ana, 'depois')
    await collect()
    // Others begin anew, too, once something is written to them.
    expect(world.platform.archive?.withoutBase()).toContain('1')
    await backUp()
    expect(world.platform.archive?.withoutBase()).toEqual([])
    await createTag(ana, 'por fim')
    await collect()
    await world.platform.archive?.flush()
    await materialize(folderSink(target()), '1', Date.now(), restored())
    expect(tagsIn(restored()).slice(-3)).toEqual(['perdida', 'depois', 'por fim'])
  }, 60_000)
})
