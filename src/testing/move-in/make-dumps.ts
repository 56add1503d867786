import { join } from 'node:path'
import { dialects } from '../../move-in/source/source'
import { dumpFolder } from './dumps'
import { familyRows } from './family-rows'
import { familySchema } from './family-schema'
import { startMysql } from './mysql-server'
import { findPostgres, insertStatements, startPostgres } from './postgres-server'

/** Writes the dumps that tests read where PostgreSQL is not installed, and beside them the rows as the server prints them. Needs MariaDB, too. */
const programs = findPostgres()
if (programs === undefined) throw new Error('Install PostgreSQL first')
// Not UTC, as on many servers in Brazil.
const server = await startPostgres(programs, { timezone: 'America/Sao_Paulo' })
try {
  for (const dialect of dialects) {
    const rows = familyRows(dialect)
    await server.createDatabase(dialect, familySchema(dialect) + insertStatements(rows))
    const printed: Record<string, unknown> = {}
    for (const table of Object.keys(rows)) printed[table] = await server.rows(dialect, table)
    await Bun.write(join(dumpFolder, `${dialect}.rows.json.gz`), Bun.gzipSync(JSON.stringify(printed)))
    await server.dump(dialect, join(dumpFolder, `${dialect}.sql.gz`), '--compress=9')
  }
  await server.dump('T', join(dumpFolder, 'T-inserts.sql.gz'), '--inserts', '--compress=9')
  await server.dump(
    'G',
    join(dumpFolder, 'G-column-inserts.sql.gz'),
    '--column-inserts',
    '--rows-per-insert=7',
    '--compress=9',
  )
  await server.dump('C', join(dumpFolder, 'C.dump'), '--format=custom', '--compress=9')
} finally {
  await server.stop()
}

const mysql = await startMysql(familyRows('C'))
try {
  await mysql.dump(join(dumpFolder, 'C-mysql.sql.gz'), '--hex-blob')
  await mysql.dump(
    join(dumpFolder, 'C-mysql-compact.sql.gz'),
    '--compact',
    '--complete-insert',
    '--skip-extended-insert',
  )
} finally {
  await mysql.stop()
}
