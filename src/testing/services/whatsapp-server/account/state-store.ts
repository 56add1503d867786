import { Database } from 'bun:sqlite'
import { BufferJSON } from '@whiskeysockets/baileys'

/** A map of documents that survives the process when the store has a file. Iterates in insertion order. */
export interface Collection<T> {
  get(id: string): T | undefined
  /** Adds or replaces; also call it after changing a document in place. */
  set(id: string, value: T): void
  delete(id: string): void
  has(id: string): boolean
  values(): IterableIterator<T>
  entries(): IterableIterator<[string, T]>
  readonly size: number
}

export interface StateStore {
  collection<T>(kind: string): Collection<T>
  /** Writes changes since the last flush in one transaction. Call it before anything is sent. */
  flush(): void
  close(): void
}

interface Row {
  id: string
  value: string
}

export function openStateStore(file?: string): StateStore {
  const database = file ? openDatabase(file) : undefined
  let isOpen = true
  /** Changed documents by `kind` and id; undefined means deleted. */
  const changes = new Map<string, Map<string, unknown>>()

  return {
    collection: <T>(kind: string) => openCollection<T>(kind, database, changes),
    flush: () => {
      // A connection that ends while the server stops may still write; it is too late.
      if (changes.size === 0 || !isOpen) return
      if (database) writeChanges(database, changes)
      changes.clear()
    },
    close: () => {
      isOpen = false
      database?.close()
    },
  }
}

function openDatabase(file: string): Database {
  const database = new Database(file, { create: true })
  // The server must survive being killed, but not a power failure. Leaving the sync to the system keeps bursts fast.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  database.exec(
    'CREATE TABLE IF NOT EXISTS documents (position INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (kind, id))',
  )
  return database
}

function openCollection<T>(
  kind: string,
  database: Database | undefined,
  changes: Map<string, Map<string, unknown>>,
): Collection<T> {
  const documents = new Map<string, T>()
  const rows = database
    ?.query<Row, [string]>('SELECT id, value FROM documents WHERE kind = ? ORDER BY position')
    .all(kind)
  for (const row of rows ?? []) documents.set(row.id, JSON.parse(row.value, BufferJSON.reviver) as T)

  const change = (id: string, value: T | undefined) => {
    const ofKind = changes.get(kind) ?? new Map<string, unknown>()
    changes.set(kind, ofKind.set(id, value))
  }
  return {
    get: (id) => documents.get(id),
    set: (id, value) => {
      documents.set(id, value)
      change(id, value)
    },
    delete: (id) => {
      if (documents.delete(id)) change(id, undefined)
    },
    has: (id) => documents.has(id),
    values: () => documents.values(),
    entries: () => documents.entries(),
    get size() {
      return documents.size
    },
  }
}

function writeChanges(database: Database, changes: Map<string, Map<string, unknown>>): void {
  const remove = database.query('DELETE FROM documents WHERE kind = ? AND id = ?')
  const save = database.query(
    'INSERT INTO documents (kind, id, value) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value',
  )
  database.transaction(() => {
    for (const [kind, documents] of changes) {
      for (const [id, value] of documents) {
        if (value === undefined) remove.run(kind, id)
        else save.run(kind, id, JSON.stringify(value, BufferJSON.replacer))
      }
    }
  })()
}
