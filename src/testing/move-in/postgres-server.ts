import { mkdtempSync, readdirSync, rmSync, chmodSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../process/free-port'
import type { FamilyRows, FamilyValue } from './family-values'
import { finish } from './finish'

const rowEnd = '\x1c\x1d'
const fieldEnd = '\x1c\x1e'

export function findPostgres(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(packaged).sort((one, other) => Number(other) - Number(one))
    if (newest !== undefined && Bun.which(join(packaged, newest, 'bin/initdb'))) return join(packaged, newest, 'bin')
  } catch {
    // Not Debian's.
  }
  return Bun.which('initdb')?.replace(/\/initdb$/, '')
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/** Starts a server of its own on loopback, whose data is gone with `stop`. PostgreSQL does not run as root: then it runs as `postgres`. */
export async function startPostgres(programs: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync('/tmp/recado-postgres-')
  const isRoot = userInfo().uid === 0
  const run = (name: string, ...rest: string[]) => [
    ...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []),
    join(programs, name),
    ...rest,
  ]
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const port = await freePort()
  await finish(
    run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'),
  )
  const given = {
    fsync: 'off',
    full_page_writes: 'off',
    unix_socket_directories: folder,
    listen_addresses: '127.0.0.1',
    ...settings,
  }
  const options = Object.entries({ port: String(port), ...given }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = Bun.spawn(run('postgres', '-D', data, ...options), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  while ((await Bun.spawn([join(programs, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)]).exited) !== 0) {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
    await Bun.sleep(50)
  }

  /** Runs a script in a database and returns what it prints: separated by what no text holds, NULL as \x1c. */
  async function query(database: string, script: string) {
    const command = [
      join(programs, 'psql'),
      url(database),
      '-XqAt',
      '-R',
      rowEnd,
      '-F',
      fieldEnd,
      '-P',
      'null=\x1c',
      '-v',
      'ON_ERROR_STOP=1',
    ]
    return finish(command, script)
  }

  return {
    url,
    query,
    async createDatabase(name: string, script: string) {
      await query('postgres', `CREATE DATABASE "${name}"`)
      await query(name, script)
    },
    async dump(database: string, path: string, ...options: string[]) {
      await finish([join(programs, 'pg_dump'), ...options, '--file', path, url(database)])
    },
    async rows(database: string, table: string): Promise<Record<string, string | null>[]> {
      const text = await query(database, `SET timezone = 'UTC'; SELECT * FROM "${table}"`)
      const names = await query(
        database,
        `SELECT attname FROM pg_attribute WHERE attrelid = '"${table}"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      )
      const columns = names.trimEnd().split(rowEnd)
      // psql ends the last row with a line.
      return (text === '' ? [] : text.replace(/\n$/, '').split(rowEnd)).map((row) => {
        const fields = row.split(fieldEnd)
        return Object.fromEntries(
          columns.map((column, index) => [column, fields[index] === '\x1c' ? null : (fields[index] ?? '')]),
        )
      })
    },
    async stop() {
      // SIGINT: does not wait for connections.
      if (isRoot) await finish(run('pg_ctl', '-D', data, '-m', 'fast', 'stop'))
      else server.kill('SIGINT')
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function insertStatements(rows: FamilyRows): string {
  const statements: string[] = []
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const values = Object.values(row).map(literal)
      statements.push(`INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${values.join(', ')});`)
    }
  }
  return `BEGIN;\n${statements.join('\n')}\nCOMMIT;`
}

function literal(value: FamilyValue) {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : value
  return `'${text.replaceAll("'", "''")}'`
}
