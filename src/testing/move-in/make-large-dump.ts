import { parseArgs } from 'node:util'
import { createLargeDatabase } from './large-database'
import { findPostgres, startPostgres } from './postgres-server'

/** `bun src/testing/move-in/make-large-dump.ts FILE [--messages 1000000] [-- options of pg_dump]` */
const { values, positionals } = parseArgs({
  options: { messages: { type: 'string', default: '1000000' }, contacts: { type: 'string', default: '20000' } },
  allowPositionals: true,
})
const [path, ...options] = positionals
const programs = findPostgres()
if (path === undefined || programs === undefined) throw new Error('Name a file, and install PostgreSQL')
const server = await startPostgres(programs, { timezone: 'America/Sao_Paulo', autovacuum: 'off' })
try {
  const size = { contacts: Number(values.contacts), messages: Number(values.messages) }
  await createLargeDatabase(server, 'large', { ...size, tickets: Math.max(1, Math.ceil(size.messages / 20)) })
  await server.dump('large', path, ...options)
} finally {
  await server.stop()
}
