import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as v from 'valibot'
import { listTickets } from './list-tickets'
import { presentContactTexts } from '../../contact/list/present-contact'
import { presentTickets, presentTicketTexts } from './present-ticket.view'
import type { TicketView } from '../ticket.answers'
import type { CompanyContext } from '../../kernel/company/company-context'
import { openTicket, setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'
import { ListTicketsQuery } from '../ticket.contract'

let world: World
beforeAll(async () => {
  world = await createWorld()
  openTicket(world)
  receive(world, 1, messageEvent({ text: 'Bom dia', phone: '5511977776666' }))
  const { sqlite } = world.ctx(1).company
  // The contact waits, and the last message is an automatic one.
  sqlite.run(`INSERT INTO message (ticket_id, from_me, body, created_at) VALUES (2, 1, 'Um momento', ${Date.now()})`)
  sqlite.run('UPDATE ticket SET last_message_id = last_insert_rowid() WHERE id = 2')
  sqlite.run('UPDATE ticket SET queue_id = 1, rating = 4, amount = 3')
  sqlite.run(`UPDATE ticket SET is_bot = 1, automation = '{"kind":"flow","name":"Vendas"}' WHERE id = 2`)
  sqlite.run(
    `INSERT INTO media (id, key, kind, owner_id, name, type, size, created_at) VALUES (9, 'a', 'x', 1, '', '', 1, 0)`,
  )
  sqlite.run('UPDATE contact SET picture_media_id = 9, lgpd_accepted_at = 5, wallet_user_id = 2, connection_id = 1')
  sqlite.run(`INSERT INTO contact_extra_info (contact_id, name, value) SELECT id, 'Cidade', 'Recife' FROM contact`)
  for (const [id, kanban] of [
    [8, 0],
    [9, 1],
  ] as const) {
    sqlite.run(
      `INSERT INTO tag (id, name, name_key, color, kanban, created_at, updated_at) VALUES (?1, 'T' || ?1, 't' || ?1, '#112233', ?2, 0, 0)`,
      [id, kanban],
    )
  }
  sqlite.run('INSERT INTO contact_tag (contact_id, tag_id) SELECT id, 8 FROM contact')
  sqlite.run('INSERT INTO ticket_tag (ticket_id, tag_id, created_at) SELECT id, 9, 0 FROM ticket')
})
afterAll(() => world.stop())

const listed = (ctx: CompanyContext): TicketView[] => JSON.parse(listTickets(ctx, listQuery)).tickets

/** Tickets, also as JSON, and contacts. */
const present = () => {
  const ctx = world.ctx(1)
  const tickets = presentTickets(ctx, [1, 2])
  const texts = [...presentTicketTexts(ctx, [1, 2]), ...presentContactTexts(ctx, [1, 2])]
  return { tickets, texts: texts.map((text) => JSON.parse(text)) }
}
/** Nothing is cached in a transaction. */
const presentAnew = () => world.ctx(1).transaction(present)

test('a change of any column, and the loss of any row, is shown at once', () => {
  const { sqlite } = world.ctx(1).company
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run('PRAGMA ignore_check_constraints = ON')
  const before = present()
  const shownChanges = new Set<string>()
  const compare = (change: string) => {
    const anew = presentAnew()
    if (!Bun.deepEquals(anew, before)) shownChanges.add(change)
    expect([change, present()]).toEqual([change, anew])
  }
  for (const { name, all, columns } of tablesOfCompany()) {
    for (const column of columns) {
      const rows = sqlite.query(`SELECT rowid AS row, ${column} AS value FROM ${name}`).all() as Kept[]
      sqlite.run(`UPDATE OR IGNORE ${name} SET ${column} = ${another(column)}`)
      compare(`${name}.${column}`)
      const restore = sqlite.prepare(`UPDATE ${name} SET ${column} = ? WHERE rowid = ?`)
      for (const { row, value } of rows) restore.run(value, row)
    }
    sqlite.run(`CREATE TEMP TABLE saved AS SELECT ${all} FROM main.${name}`)
    sqlite.run(`DELETE FROM ${name}`)
    compare(`${name} emptied`)
    sqlite.run(`INSERT INTO ${name} (${all}) SELECT * FROM temp.saved`)
    sqlite.run('DROP TABLE temp.saved')
    // A new row has no dependents, and ids are never reused, so its creation is left out.
    sqlite.run('UPDATE ticket SET uuid = uuid')
    sqlite.run('UPDATE contact SET email = email')
    expect([name, present()]).toEqual([name, before])
  }
  for (const shown of [
    'ticket.last_message',
    'contact.name',
    'tag.color',
    'queue.name',
    'user.name',
    'connection.status',
  ]) {
    expect([...shownChanges]).toContain(shown)
  }
  for (const shown of [
    'message.ack',
    'message.body',
    'contact.wallet_user_id',
    'contact_extra_info.value',
    'contact_tag emptied',
    'ticket_tag emptied',
    'media.key',
  ]) {
    expect([...shownChanges]).toContain(shown)
  }
})

interface Kept {
  row: number
  value: string | number | null
}

/** All tables except search indexes and link tables without row ids, whose columns never change. */
function tablesOfCompany() {
  const { sqlite } = world.ctx(1).company
  const tables = sqlite
    .query<{ name: string; wr: number }, []>(
      `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE '%search%' AND name <> 'identity'`,
    )
    .all()
  return tables.map(({ name, wr }) => {
    const columns = sqlite.query<{ name: string; pk: number }, []>(`PRAGMA table_info(${name})`).all()
    const changed = columns.filter(({ pk }) => pk === 0 && wr === 0).map((column) => column.name)
    return { name, all: columns.map((column) => column.name).join(', '), columns: changed }
  })
}

const another = (column: string) =>
  `CASE typeof(${column}) WHEN 'text' THEN iif(json_valid(${column}), json_set(${column}, '$.name', 'other'), ${column} || 'x')
     WHEN 'null' THEN 1 ELSE 1 - ${column} END`

const listQuery = v.parse(ListTicketsQuery, { status: 'open', showAll: 'true' })

test('what a reader may not see is hidden from kept tickets too', () => {
  const shownTo = (person: typeof world.bruno) => listed(world.ctxAs(person))[0]
  const number = shownTo(world.bruno)?.contact.number
  expect(number).toMatch(/^55/)
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  expect(shownTo(world.bruno)?.contact.number).toStartWith('******')
  expect(shownTo(world.ana)?.contact.number).toBe(number)
  expect(shownTo(world.bruno)?.contact.number).toStartWith('******')
})

test('a change that is rolled back leaves nothing behind', () => {
  const before = present()
  const { sqlite } = world.ctx(1).company
  const change = () =>
    world.ctx(1).transaction(() => {
      sqlite.run(`UPDATE ticket SET last_message = 'nie gesehen'`)
      expect(present().tickets[0]?.lastMessage).toBe('nie gesehen')
      throw new Error('undone')
    })
  expect(change).toThrow('undone')
  expect(present()).toEqual(before)
})

test('changes by another process are noticed', async () => {
  present()
  const { folder } = world.ctx(1).company
  const script = `new (require('bun:sqlite').Database)(process.argv[1]).run("UPDATE ticket SET last_message = 'von fern'")`
  await Bun.$`${process.execPath} -e ${script} ${folder}/company.sqlite`
  expect(present().tickets.map(({ lastMessage }) => lastMessage)).toEqual(['von fern', 'von fern'])
})
