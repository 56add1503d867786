import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createOpenCompanies } from './open-companies'

const createHandles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    sqlite: new Database(':memory:'),
    kept: new Map(),
    checkpoints: { tap: undefined, logTap: undefined, ship: undefined, note() {}, truncate() {}, end: () => () => {} },
    pending: undefined as unknown,
    pins: 0,
    lastUsedAtMs: 0,
    cacheShare: 1,
  }))

function openMany(count: number) {
  const opened = createOpenCompanies(1000)
  const handles = createHandles(count)
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

test('closes the least recently used beyond the limit, but none in use', () => {
  const opened = createOpenCompanies(3)
  const handles = createHandles(6)
  const open = (index: number, more: { lastUsedAtMs: number; pins?: number; pending?: unknown }) => {
    const handle = handles[index]
    if (handle) opened.add(Object.assign(handle, more))
    return opened.ids()
  }
  open(0, { lastUsedAtMs: 1, pins: 1 })
  open(1, { lastUsedAtMs: 2, pending: {} })
  expect(open(2, { lastUsedAtMs: 5 })).toEqual([1, 2, 3])
  expect(open(3, { lastUsedAtMs: 4 })).toEqual([1, 2, 4])
  handles[1]!.pending = undefined
  expect(open(4, { lastUsedAtMs: 6 })).toEqual([1, 4, 5])
  // More are in use than the limit.
  for (const handle of handles) handle.pins = 1
  expect(open(5, { lastUsedAtMs: 7, pins: 0 })).toEqual([1, 4, 5, 6])
  expect(() => handles[5]?.sqlite.run('SELECT 1')).not.toThrow()
})

test('caches grow again when companies are closed', () => {
  const { opened, handles } = openMany(20)
  for (const { id } of handles.slice(1)) opened.close(id)
  expect(handles[0]?.cacheShare).toBe(1)
  expect(handles[0]?.sqlite.query('PRAGMA cache_size').get()).toEqual({ cache_size: -32 * 1024 })
})
