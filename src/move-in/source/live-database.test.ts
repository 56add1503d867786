import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectRows } from '../../testing/move-in/expect-rows'
import { familyRows } from '../../testing/move-in/family-rows'
import { familySchema } from '../../testing/move-in/family-schema'
import {
  findPostgres,
  insertStatements,
  type PostgresServer,
  startPostgres,
} from '../../testing/move-in/postgres-server'
import { withSource } from '../../testing/move-in/read-text'
import { dialects, type SourceRow } from './source'

const refusalOf = (address: string) => withSource(address, () => 'read').then(String, (error: Error) => error.message)

test('a database that cannot be reached is refused without its password', async () => {
  expect(await refusalOf('postgres://ana:secret@127.0.0.1:1/whaticket')).toBe(
    'The database at 127.0.0.1:1 does not answer (Failed to connect).',
  )
  expect(await refusalOf('postgres://ana:secret@:x')).toContain('It looks like postgres://')
})

const programs = findPostgres()

describe.if(programs !== undefined)('with the PostgreSQL of this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recado-live-'))
  let server: PostgresServer
  const printed: Record<string, Record<string, SourceRow[]>> = {}

  beforeAll(async () => {
    server = await startPostgres(programs ?? '', { timezone: 'America/Sao_Paulo' })
    for (const dialect of dialects) {
      const rows = familyRows(dialect, 2)
      await server.createDatabase(dialect, familySchema(dialect) + insertStatements(rows))
      const all: Record<string, SourceRow[]> = (printed[dialect] = {})
      for (const table of Object.keys(rows)) all[table] = await server.rows(dialect, table)
    }
  }, 120_000)

  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  test.each(dialects)('the live database of dialect %s is read as the server prints it', async (dialect) => {
    await withSource(server.url(dialect), (read) => {
      expect(read.summary).toMatchObject({ dialect, kind: 'live' })
      expectRows(read, printed[dialect] ?? {})
    })
  })

  test.each([
    ['plain', []],
    ['data only', ['--data-only', '--inserts', '--column-inserts']],
    ['many rows an INSERT', ['--inserts', '--rows-per-insert=50']],
    ['quoted by dollars', ['--column-inserts', '--quote-all-identifiers', '--disable-dollar-quoting']],
    ['directory', ['--format=directory']],
    ['tar', ['--format=tar']],
    ['custom', ['--format=custom', '--compress=0']],
    ['LATIN1', ['--exclude-table-data=*', '--encoding=LATIN1']],
  ])('a dump of the form "%s" has the same rows', async (name, options) => {
    const path = join(folder, name)
    await server.dump('T', path, ...options)
    if (name === 'LATIN1') expect(await refusalOf(path)).toContain('no rows')
    else await withSource(path, (read) => expectRows(read, printed['T'] ?? {}))
  })

  test('a custom dump that is cut short is refused', async () => {
    const path = join(folder, 'cut')
    await server.dump('T', path, '--format=custom')
    const whole = await Bun.file(path).bytes()
    expect(await withSource(whole.subarray(0, whole.length * 0.8), () => 'read').catch(String)).toContain(
      'The dump was cut short',
    )
  })

  test('a custom dump of a newer PostgreSQL is refused with what to do', async () => {
    const path = join(folder, 'newer')
    await server.dump('C', path, '--format=custom')
    const whole = await Bun.file(path).bytes()
    // The minor version of the format, after "PGDMP" and the major one.
    whole[6] = 99
    expect(await withSource(whole, () => 'read').catch(String)).toMatch(
      /This machine's pg_restore .* is too old for the dump \(unsupported version \(1\.99\) in file header\)\. Install/,
    )
  })

  test('what is written meanwhile is not seen', async () => {
    let isWritten = false
    const progress = () => {
      if (isWritten) return
      isWritten = true
      const text = `DELETE FROM "Whatsapps" WHERE id = 12; INSERT INTO "WhatsappQueues" VALUES (12, 12, now(), now())`
      Bun.spawnSync([join(programs ?? '', 'psql'), server.url('C'), '-qc', text])
    }
    const read = await withSource(
      server.url('C'),
      ({ rows }) => rows('SELECT id FROM Whatsapps UNION ALL SELECT whatsappId FROM WhatsappQueues'),
      { progress },
    )
    expect(await server.query('C', 'SELECT count(*) FROM "Whatsapps"')).toStartWith('1')
    expect(read.map(({ id }) => id).sort()).toEqual(['11', '11', '12'])
  })

  test('--since leaves the same rows of a live database and of its dump', async () => {
    const since = new Date('2023-01-02T02:40:00Z')
    const path = join(folder, 'since')
    await server.dump('G', path)
    const ids = async (query: string) => (await server.query('G', query)).trim().split('\x1c\x1d')
    const newer = `"createdAt" >= '${since.toISOString()}'`
    const messages = await ids(
      `SELECT id FROM "Messages" WHERE ${newer} UNION SELECT "quotedMsgId" FROM "Messages" WHERE ${newer} AND "quotedMsgId" IS NOT NULL`,
    )
    const tickets = await ids(
      `SELECT id FROM "Tickets" WHERE "updatedAt" >= '${since.toISOString()}' UNION SELECT "ticketId" FROM "Messages" WHERE id IN (${messages.join()})`,
    )
    for (const source of [path, server.url('G')]) {
      await withSource(
        source,
        ({ rows, summary }) => {
          expect(
            rows('SELECT id FROM Messages')
              .map(({ id }) => id)
              .sort(),
          ).toEqual(messages.sort())
          expect(
            rows('SELECT id FROM Tickets')
              .map(({ id }) => id)
              .sort(),
          ).toEqual(tickets.sort())
          expect(
            rows('SELECT ticketId FROM TicketTraking')
              .map(({ ticketId }) => ticketId)
              .sort(),
          ).toEqual(tickets.sort())
          expect(summary.counts).toMatchObject({ Messages: messages.length, Tickets: tickets.length, Contacts: 24 })
        },
        { since },
      )
    }
    expect(messages.length).toBeLessThan(240)
    expect(tickets.length).toBeLessThan(32)
  })

  test('refusals name what the server says', async () => {
    expect(await refusalOf(server.url('nowhere'))).toMatch(
      /^The database at 127.0.0.1:\d+ refuses: database "nowhere" does not exist\.$/,
    )
    expect(await refusalOf(server.url('postgres'))).toContain('no database of Whaticket')
  })

  test('reading ends when it is given up', async () => {
    const controller = new AbortController()
    const reading = withSource(server.url('G'), () => 'read', {
      signal: controller.signal,
      progress: () => controller.abort(new Error('given up')),
    })
    expect(await reading.catch(String)).toBe('Error: given up')
  })
})
