import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type FamilyColumn, familyColumns, familyKeys, familyTableNames } from '../../move-in/source/family-tables'
import { finish } from './finish'
import type { FamilyRows, FamilyValue } from './family-values'

/** Starts MariaDB on a socket of its own, with the tables of the oldest dialect as Sequelize makes them there, and these rows. */
export async function startMysql(rows: FamilyRows) {
  const folder = mkdtempSync('/tmp/recado-mysql-')
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const as = userInfo().uid === 0 ? ['--user=mysql'] : []
  await finish([
    'mariadb-install-db',
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    ...as,
  ])
  const server = Bun.spawn(
    [
      'mariadbd',
      '--no-defaults',
      ...as,
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  )
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4']
  while (
    (await Bun.spawn(['mariadb-admin', ...client, 'ping'], { stdio: ['ignore', 'ignore', 'ignore'] }).exited) !== 0
  )
    await Bun.sleep(50)
  await finish(
    ['mariadb', ...client, '--binary-mode'],
    `CREATE DATABASE whaticket CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; USE whaticket; SET sql_mode = ''; ${schema()} ${inserts(rows)}`,
  )
  return {
    dump: async (path: string, ...options: string[]) =>
      Bun.write(path, Bun.gzipSync(await finish(['mysqldump', ...client, ...options, 'whaticket']))),
    async stop() {
      server.kill()
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function schema() {
  return familyTableNames
    .flatMap((table) => {
      const columns = familyColumns(table, 'C')
      if (columns.size === 0) return []
      const keys = familyKeys(table, 'C').map((key) =>
        key.replaceAll(/"(\w+)"|\((\w+)\)/g, (_, one, two) => (one ? `\`${one}\`` : `(\`${two}\`)`)),
      )
      const lines = [...columns].map(([name, facts]) => `\`${name}\` ${columnType(facts)}`)
      if (!keys.some((key) => key.startsWith('PRIMARY KEY'))) lines.push('PRIMARY KEY (`id`)')
      return [`CREATE TABLE \`${table}\` (${[...lines, ...keys].join(', ')}) ENGINE=InnoDB;`]
    })
    .join('\n')
}

function columnType({ type, nullable, default: value }: FamilyColumn) {
  if (value === 'seq') return 'int(11) NOT NULL AUTO_INCREMENT'
  const name = { timestamptz: 'datetime(6)', boolean: 'tinyint(1)', integer: 'int(11)' }[type] ?? type
  const text = value?.replace(/::.*/, '')
  return `${name} ${nullable ? 'NULL' : 'NOT NULL'}${text === undefined ? '' : ` DEFAULT ${text}`}`
}

function inserts(rows: FamilyRows) {
  return Object.entries(rows)
    .flatMap(([table, all]) =>
      all.map((row) => {
        const columns = Object.keys(row).map((name) => `\`${name}\``)
        return `INSERT INTO \`${table}\` (${columns.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`
      }),
    )
    .join('\n')
}

function literal(value: FamilyValue) {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text =
    value instanceof Date ? value.toISOString().slice(0, -1) : typeof value === 'object' ? JSON.stringify(value) : value
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
