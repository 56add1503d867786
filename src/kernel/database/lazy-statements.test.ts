import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { compileOnFirstUse } from './lazy-statements'

test('compiles a statement on its first use, once', () => {
  const sqlite = new Database(':memory:')
  const compiled: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = (text: string) => {
    compiled.push(text)
    return prepare(text) as never
  }
  compileOnFirstUse(sqlite)
  const insert = sqlite.prepare<unknown, [number]>('INSERT INTO number VALUES (?)')
  const read = sqlite.prepare<{ n: number }, [number]>('SELECT n FROM number WHERE n > ?')
  expect(compiled).toEqual([])
  expect(() => read.get(0)).toThrow('no such table: number')
  sqlite.run('CREATE TABLE number (n INTEGER)')
  expect(insert.run(7)).toEqual({ changes: 1, lastInsertRowid: 1 })
  insert.run(8)
  expect(read.get(7)).toEqual({ n: 8 })
  expect(read.all(0)).toEqual([{ n: 7 }, { n: 8 }])
  expect(read.values(0)).toEqual([[7], [8]])
  expect([...read.iterate(7)]).toEqual([{ n: 8 }])
  expect(compiled.filter((text) => text.startsWith('SELECT'))).toHaveLength(2)
  expect(compiled.filter((text) => text.startsWith('INSERT'))).toHaveLength(1)
  read.finalize()
})
