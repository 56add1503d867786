import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createChangedRows } from './changed-rows'

function open() {
  const sqlite = new Database(':memory:')
  sqlite.run('PRAGMA foreign_keys = ON')
  sqlite.run('CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT)')
  sqlite.run('CREATE TABLE contact_tag (contact_id INTEGER REFERENCES contact ON DELETE CASCADE, tag_id INTEGER)')
  sqlite.run("INSERT INTO contact VALUES (1, 'Ana'), (2, 'Rui')")
  sqlite.run('INSERT INTO contact_tag VALUES (1, 1), (1, 2), (2, 1)')
  const contact = { kind: 'contact', id: 'id' }
  const changes = createChangedRows(sqlite, 'test', [
    { table: 'contact', noted: contact },
    { table: 'contact_tag', noted: { kind: 'contact', id: 'contact_id' } },
  ])
  return { sqlite, changes }
}

test('records a changed row once, however often and by whatever statement it changes', () => {
  const { sqlite, changes } = open()
  sqlite.run('UPDATE contact_tag SET tag_id = tag_id + 1')
  expect(changes.take()).toEqual([
    { kind: 'contact', id: 1 },
    { kind: 'contact', id: 2 },
  ])
  expect(changes.take()).toEqual([])
  sqlite.run("INSERT OR REPLACE INTO contact VALUES (3, 'Eva')")
  sqlite.run("UPDATE OR ABORT contact SET name = 'Eva Reis' WHERE id = 3")
  expect(changes.take()).toEqual([{ kind: 'contact', id: 3 }])
  // Cascades have their own conflict policy.
  sqlite.run('DELETE FROM contact WHERE id = 1')
  expect(changes.take()).toEqual([{ kind: 'contact', id: 1 }])
})
