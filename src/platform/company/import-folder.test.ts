import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../kernel/config/config'
import { importFolder, sweepImports } from './import-folder'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-import-folder-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

function fill(touchedAt: Date) {
  const folder = importFolder({ config: readConfig({ DATA_DIR: dataDir }) })
  folder.write('state.json', {})
  for (const path of [folder.uploads, join(dataDir, 'companies', 'abc.importing'), join(dataDir, 'companies', '7')])
    mkdirSync(path, { recursive: true })
  writeFileSync(folder.scratch, 'x')
  const paths = [folder.scratch, folder.uploads, join(dataDir, 'companies', 'abc.importing'), join(dataDir, 'move-in')]
  for (const path of paths) utimesSync(path, touchedAt, touchedAt)
  return folder
}

const sweep = () => sweepImports({ config: readConfig({ DATA_DIR: dataDir }), clock: { now: () => now } })

test('what was read for an import is deleted a week after it was touched, but not its state, nor companies', () => {
  const folder = fill(daysAgo(6))
  sweep()
  expect(existsSync(folder.scratch)).toBe(true)
  expect(readdirSync(join(dataDir, 'companies')).toSorted()).toEqual(['7', 'abc.importing'])
  fill(daysAgo(8))
  sweep()
  expect([existsSync(folder.scratch), existsSync(folder.uploads)]).toEqual([false, false])
  expect(readdirSync(join(dataDir, 'companies'))).toEqual(['7'])
  expect(folder.read<object>('state.json')).toEqual({})
})

test('what is damaged is taken for missing', () => {
  const folder = fill(daysAgo(1))
  writeFileSync(join(dataDir, 'move-in', 'report.json'), '{"a":')
  expect(folder.read('report.json')).toBeUndefined()
})
