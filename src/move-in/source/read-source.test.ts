import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { dumpFolder, printedRows } from '../../testing/move-in/dumps'
import { expectRows } from '../../testing/move-in/expect-rows'
import { type ReadText, withSource } from '../../testing/move-in/read-text'
import type { Dialect } from './source'

test.each(['C-mysql.sql.gz', 'C-mysql-compact.sql.gz'])(
  '%s of mysqldump holds the same rows as PostgreSQL',
  async (name) => {
    await withSource(join(dumpFolder, name), (read) => {
      expect(read.summary.kind).toBe('mysql')
      expectPrinted(read, 'C')
    })
  },
)

function expectPrinted(read: ReadText, dialect: Dialect) {
  expect(read.summary.dialect).toBe(dialect)
  expectRows(read, printedRows(dialect))
}

describe('dumps of pg_dump hold what the server prints', () => {
  test.each([
    ['C.sql.gz', 'C'],
    ['T.sql.gz', 'T'],
    ['G.sql.gz', 'G'],
    ['T-inserts.sql.gz', 'T'],
    ['G-column-inserts.sql.gz', 'G'],
  ] as const)('%s', async (name, dialect) => {
    await withSource(join(dumpFolder, name), (read) => {
      expect(read.summary.kind).toBe('plain')
      expectPrinted(read, dialect)
    })
  })

  test('not packed, and with the ends of lines of another system', async () => {
    const text = Buffer.from(Bun.gunzipSync(readFileSync(join(dumpFolder, 'T.sql.gz'))))
    await withSource(text, (read) => expectPrinted(read, 'T'))
    const converted = Buffer.from(text.toString().replaceAll('\n', '\r\n'))
    await withSource(converted, (read) => expectPrinted(read, 'T'))
    await withSource(Buffer.concat([Buffer.from('\ufeff'), text]), (read) => expectPrinted(read, 'T'))
    const members = [text.subarray(0, 100_000), text.subarray(100_000)].map((part) => Bun.gzipSync(part))
    await withSource(Buffer.concat(members), (read) => expectPrinted(read, 'T'))
    await withSource(zstdCompressSync(text), (read) => expectPrinted(read, 'T'))
  })

  test('in the custom format, by pg_restore where it is installed, else with a sentence that says so', async () => {
    const path = join(dumpFolder, 'C.dump')
    if (Bun.which('pg_restore')) {
      await withSource(path, (read) => {
        expect(read.summary.kind).toBe('custom')
        expectPrinted(read, 'C')
      })
      await withSource(Bun.gzipSync(readFileSync(path)), (read) => expectPrinted(read, 'C'))
    }
    const { PATH } = process.env
    process.env['PATH'] = '/nowhere'
    try {
      const said = await withSource(path, () => 'read').catch(String)
      expect(said).toContain('pg_restore, which is not installed')
    } finally {
      process.env['PATH'] = PATH
    }
  })

  test('one installation has one fingerprint, in every form of its dumps', async () => {
    const fingerprintOf = (name: string) => withSource(join(dumpFolder, name), ({ summary }) => summary.fingerprint)
    const names = ['T.sql.gz', 'T-inserts.sql.gz', 'G.sql.gz', 'G-column-inserts.sql.gz']
    const [t, tInserts, g, gInserts] = await Promise.all(names.map(fingerprintOf))
    expect([tInserts, gInserts]).toEqual([t, g])
    expect(t).not.toBe(g)
  })
})
