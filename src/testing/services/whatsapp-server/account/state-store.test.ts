import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStateStore } from './state-store'

let file: string

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'state-store-')), 'state.sqlite')
})
afterEach(() => rmSync(file, { force: true }))

describe('a store with a file', () => {
  test('keeps documents, bytes included, in insertion order', () => {
    const before = openStateStore(file)
    const people = before.collection<{ key: Uint8Array }>('person')
    people.set('b', { key: Buffer.from([1, 2]) })
    people.set('a', { key: Buffer.from([3]) })
    before.flush()
    people.set('b', { key: Buffer.from([4]) })
    before.flush()
    before.close()

    const after = openStateStore(file).collection<{ key: Uint8Array }>('person')
    expect([...after.entries()]).toEqual([
      ['b', { key: Buffer.from([4]) }],
      ['a', { key: Buffer.from([3]) }],
    ])
  })

  test('drops what was deleted or not flushed', () => {
    const before = openStateStore(file)
    const notes = before.collection<string>('note')
    notes.set('kept', 'yes')
    notes.set('deleted', 'no')
    before.flush()
    notes.delete('deleted')
    before.flush()
    notes.set('lost', 'no')
    before.close()
    expect([...openStateStore(file).collection<string>('note').entries()]).toEqual([['kept', 'yes']])
  })
})

test('keeps documents in memory without a file', () => {
  const store = openStateStore()
  const notes = store.collection<number>('note')
  notes.set('one', 1)
  store.flush()
  expect(notes.get('one')).toBe(1)
})
