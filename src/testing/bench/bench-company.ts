import type { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compose, shutdown } from '../../compose'
import { createContext } from '../../kernel/company/company-context'
import { readConfig } from '../../kernel/config/config'
import { createCompany } from '../../platform/company/create-company'
import { neverDue } from '../../platform/company/company.queries'
import { rebuildSignIn } from '../../user/session/rebuild-sign-in'
import { indexNewMessages } from '../../message/search/index-messages'

/** The size behind the figures of docs/benchmarks.md. */
export const benchSize = { users: 50, queues: 10, tags: 20, contacts: 20_000, tickets: 50_000, messages: 1_000_000 }
type BenchSize = typeof benchSize

const words =
  'pedido entrega boleto prazo cliente produto cor tamanho troca garantia loja frete cartão pagamento hoje amanhã obrigado bom dia tarde noite envio código rastreio nota fiscal desconto preço estoque azul verde grande pequeno'.split(
    ' ',
  )

export function createRandom(seed = 42) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Creates the benchmark company in a data folder once, in about half a minute; later runs reuse it. */
export async function openBenchCompany(dataDir: string, size: BenchSize = benchSize) {
  const done = `${dataDir}/filled`
  const form = await fillForm(size)
  if (!existsSync(done) || (await Bun.file(done).text()) !== form) {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
    await fill(dataDir, size)
    await Bun.write(done, form)
  }
  return compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
}

/** Data of an earlier schema or size is recreated. */
async function fillForm(size: BenchSize) {
  const sources = [...migrationNames().map(readMigration), await Bun.file(import.meta.path).text()]
  return `${JSON.stringify(size)} ${Bun.hash(sources.join()).toString(36)}`
}

const migrations = join(import.meta.dir, '../../../migrations/company')
const migrationNames = () => readdirSync(migrations).sort()
const readMigration = (name: string) => readFileSync(join(migrations, name), 'utf8')

/** Counts the rows, which were inserted without commands. */
function fillFigures(db: Database) {
  const name = migrationNames().find((one) => one.endsWith('-count-figures-again.sql'))
  if (!name) throw new Error('The migration that counts the figures is gone')
  db.run(readMigration(name))
}

async function fill(dataDir: string, size: BenchSize) {
  const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
  const passwordHash = await Bun.password.hash('bench', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  platform.catalog.sqlite.run(
    "INSERT INTO plan (name, users, connections, queues, created_at, updated_at) VALUES ('Plano', 1000, 100, 100, 0, 0)",
  )
  await createCompany(
    platform,
    { name: 'Bench', email: 'user1@bench.test', planId: 1, dueDate: neverDue },
    { name: 'Pessoa 1', email: 'user1@bench.test', passwordHash, super: false },
  )
  const { sqlite } = platform.files.use(1)
  sqlite.run('PRAGMA synchronous = OFF')
  const random = createRandom()
  const step = (run: () => void) => sqlite.transaction(run)()
  step(() => addStaff(sqlite, size, passwordHash))
  await rebuildSignIn(platform, 1)
  step(() => addContacts(sqlite, size, random))
  step(() => addTickets(sqlite, size, random))
  for (let from = 0; from < size.messages; from += 50_000) step(() => addMessages(sqlite, size, from, random))
  step(() => noteLastMessages(sqlite))
  step(() => fillFigures(sqlite))
  indexNewMessages(createContext(platform.files.use(1)))
  sqlite.run("INSERT INTO message_search (message_search) VALUES ('optimize')")
  sqlite.run('ANALYZE')
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  await shutdown(platform)
}

const startMs = Date.UTC(2026, 0, 1)

/** Returns the calendar day a number of days after the first ticket. */
export const benchDay = (days: number) => new Date(startMs + days * 86_400_000).toISOString().slice(0, 10)

function addStaff(db: Database, size: BenchSize, passwordHash: string) {
  for (let id = 1; id <= size.queues; id++) {
    const color = `#${(id * 1_234_567).toString(16).padStart(6, '0').slice(-6)}`
    db.run('INSERT INTO queue (id, name, color, created_at, updated_at) VALUES (?, ?, ?, 0, 0)', [
      id,
      `Fila ${id}`,
      color,
    ])
  }
  for (let id = 2; id <= size.users; id++) {
    db.run('INSERT INTO user (id, name, email, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 0)', [
      id,
      `Pessoa ${id}`,
      `user${id}@bench.test`,
      passwordHash,
    ])
    for (const queueId of [(id % size.queues) + 1, ((id + 3) % size.queues) + 1]) {
      db.run('INSERT INTO user_queue (user_id, queue_id) VALUES (?, ?)', [id, queueId])
    }
  }
  for (let id = 1; id <= size.tags; id++) {
    db.run("INSERT INTO tag (id, name, color, created_at, updated_at) VALUES (?, ?, '#0b7285', 0, 0)", [
      id,
      `Etiqueta ${id}`,
    ])
  }
  db.run(
    "INSERT INTO connection (id, name, status, is_default, token, created_at, updated_at) VALUES (1, 'Bench', 'CONNECTED', 1, 'x', 0, 0)",
  )
  for (let id = 1; id <= size.queues; id++) db.run('INSERT INTO connection_queue VALUES (1, ?)', [id])
}

function addContacts(db: Database, size: BenchSize, random: (below: number) => number) {
  const contact = db.prepare(
    'INSERT INTO contact (id, name, number, connection_id, search_text, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?, ?)',
  )
  const identity = db.prepare("INSERT INTO contact_identity (scope, kind, value, contact_id) VALUES (0, 'phone', ?, ?)")
  const tag = db.prepare('INSERT OR IGNORE INTO contact_tag VALUES (?, ?)')
  for (let id = 1; id <= size.contacts; id++) {
    const name = `Contato ${words[random(words.length)]} ${id}`
    const number = `55119${String(10_000_000 + id)}`
    contact.run(id, name, number, `${name} ${number}`.toLowerCase(), startMs, startMs)
    identity.run(number, id)
    if (id % 3 === 0) tag.run(id, random(size.tags) + 1)
  }
}

/** Most are closed. Each contact has at most one active ticket, as the index requires. */
function addTickets(db: Database, size: BenchSize, random: (below: number) => number) {
  const ticket = db.prepare(
    `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, queue_id, user_id, unread_messages, created_at, updated_at, closed_at,
       queued_at, started_at, rating, rating_user_id)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (let id = 1; id <= size.tickets; id++) {
    const newest = id > size.tickets - 5_000
    const status = !newest ? 'closed' : id % 2 === 0 ? 'open' : 'pending'
    const userId = status === 'pending' ? null : random(size.users) + 1
    const contactId = newest ? id - (size.tickets - 5_000) : random(size.contacts) + 1
    const at = startMs + id * 60_000
    const unread = status === 'pending' ? 1 + random(5) : 0
    ticket.run(
      id,
      Bun.randomUUIDv7(),
      status,
      contactId,
      random(size.queues) + 1,
      userId,
      unread,
      at,
      at,
      status === 'closed' ? at : null,
      at - 3_600_000,
      userId === null ? null : at - 1_800_000,
      status === 'closed' && id % 2 === 0 ? 1 + (id % 5) : null,
      userId,
    )
  }
}

function addMessages(db: Database, size: BenchSize, from: number, random: (below: number) => number) {
  const message = db.prepare(
    `INSERT INTO message (ticket_id, connection_id, provider_id, contact_id, from_me, body, ack, created_at)
     SELECT ?, 1, ?, iif(?, NULL, contact_id), ?, ?, 3, ? FROM ticket WHERE id = ?`,
  )
  for (let index = from; index < Math.min(from + 50_000, size.messages); index++) {
    const ticketId = 1 + Math.floor((index / size.messages) * size.tickets)
    const fromMe = random(2)
    const id = `3EB0${index.toString(16).toUpperCase().padStart(18, '0')}`
    message.run(ticketId, id, fromMe, fromMe, benchBody(random, index), startMs + index * 3_000, ticketId)
  }
}

/** About 32 characters; every thousandth has a unique word. */
function benchBody(random: (below: number) => number, index: number) {
  let body = index % 1000 === 0 ? `raro${index} ` : ''
  while (body.length < 27) body += `${words[random(words.length)]} `
  return body.slice(0, 32).trim()
}

function noteLastMessages(db: Database) {
  db.run(
    `UPDATE ticket SET last_message_id = m.id, last_message = m.body
     FROM (SELECT ticket_id, max(id) AS id, body FROM message GROUP BY ticket_id) AS m WHERE m.ticket_id = ticket.id`,
  )
}
