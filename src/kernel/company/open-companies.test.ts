import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createOpenCompanies } from './open-companies'

function openMany(count: number) {
  const opened = createOpenCompanies(1000)
  const handles = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    sqlite: new Database(':memory:'),
    kept: new Map(),
    checkpoints: { note() {}, end() {} },
    pending: undefined,
    pins: 0,
    lastUsedAtMs: 0,
    cacheShare: 1,
  }))
  for (const handle of handles) opened.add(handle)
  const pageKibOf = ({ sqlite }: (typeof handles)[number]) =>
    -(sqlite.query<{ cache_size: number }, []>('PRAGMA cache_size').get()?.cache_size ?? 0)
  return { opened, handles, pageKibs: () => [...new Set(handles.map(pageKibOf))] }
}

test.each([
  [1, 32 * 1024, 1],
  [16, 8 * 1024, 1],
  [200, 512, 1 / 16],
  [500, 512, 1 / 32],
])('%i open companies have page caches of %i KiB and row caches of %d', (count, pageKib, rows) => {
  const { handles, pageKibs } = openMany(count)
  expect(pageKibs()).toEqual([pageKib])
  expect(handles.map(({ cacheShare }) => cacheShare)).toEqual(handles.map(() => rows))
})

test('caches grow again when companies are closed', () => {
  const { opened, handles } = openMany(20)
  for (const { id } of handles.slice(1)) opened.close(id)
  expect(handles[0]?.cacheShare).toBe(1)
  expect(handles[0]?.sqlite.query('PRAGMA cache_size').get()).toEqual({ cache_size: -32 * 1024 })
})
