import { JetStreamApiError } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import type { ReplicatedRows, ReplicatedTable, Row } from '../../kernel/database/replicated-rows'
import type { Nats } from '../nats/connect-nats'
import { hintColumns, listCatalogTables } from '../../platform/catalog-tables'
import { retried } from '../nats/retried'
import type { OwnerCalls } from './owner-calls'

/** What the nodes share of the catalog. */
export const sharedTables: readonly ReplicatedTable[] = (['business', 'names'] as const)
  .flatMap(listCatalogTables)
  .map((name) => ({ name, local: hintColumns[name] }))

/** Rows that are only added. Two nodes may give them the same number, so that the owner of the business numbers them. */
const appended = new Set(['audit', 'webhook_log'])

/** What a node has changed. The owner may have changed other columns of a row meanwhile. */
type RowChange = { table: string; added: Row } | { key: string; columns: Row | null }

interface RowsOptions {
  nats: Pick<Nats, 'jsm'>
  calls: OwnerCalls
  bucket: KV
  rows: ReplicatedRows
}

const [stream, prefix] = ['KV_recado-row', '$KV.recado-row.']
const followMs = 150

export type CatalogRows = ReturnType<typeof createCatalogRows>

/** Keeps all catalogs equal: the owner of the business fills the others through a bucket. What others change goes to the owner first. */
export function createCatalogRows({ nats, calls, bucket, rows }: RowsOptions) {
  /** As the servers have them, so that a change tells only its columns. */
  const known = new Map<string, { row: Row; revision: number }>()
  let working: Promise<void> | undefined
  let isOwner = false
  let isStopped = false
  /** In the stream of the bucket. */
  let lastRead = 0

  /** Resolves when all that was written so far is on the servers; undefined if it already is. */
  function settled(): Promise<void> | undefined {
    const changes = rows.takeChanges()
    if (changes.length === 0) return working
    const now = isOwner ? putAfter(working, changes) : deliverAfter(working, changes.flatMap(changeOf))
    working = now
    void now.then(
      () => {
        if (working === now) working = undefined
      },
      // Only of a node that stops.
      () => {},
    )
    return now
  }

  /** One after the other, so that an older version never replaces a newer one. */
  async function putAfter(before: Promise<void> | undefined, changes: ReturnType<ReplicatedRows['takeChanges']>) {
    await before
    await Promise.all(changes.map(({ key, row }) => persistently(() => put(key, row))))
  }

  /** Refused when another node has changed the row: an owner that was stopped for a while learns first that it is none any more. */
  async function put(key: string, row: Row | undefined) {
    if (!isOwner) return
    if (!row) await bucket.purge(key)
    const text = row && JSON.stringify(row)
    const revision = text === undefined ? 0 : await putText(key, text)
    learn(key, row, revision)
  }

  async function putText(key: string, text: string) {
    const before = known.get(key)
    try {
      return await (before ? bucket.update(key, text, before.revision) : bucket.create(key, text))
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.status !== 400) throw error
      const found = await bucket.get(key)
      // An attempt before may have succeeded unheard.
      if (found?.operation === 'PUT' && found.string() === text) return found.revision
      if (found) learn(key, found.operation === 'PUT' ? parse(found.value) : undefined, found.revision)
      throw error
    }
  }

  async function deliverAfter(before: Promise<void> | undefined, changes: RowChange[]) {
    await before
    if (changes.length > 0) await calls.ask('rows', changes)
  }

  function changeOf({ key, row }: { key: string; row: Row | undefined }): RowChange[] {
    const table = key.slice(0, key.indexOf('.'))
    if (!row) return known.has(key) ? [{ key, columns: null }] : []
    if (appended.has(table)) {
      if (known.has(key)) return []
      rows.write(key, undefined)
      return [{ table, added: row }]
    }
    const before = known.get(key)?.row
    const columns = Object.entries(row).filter(([column, value]) => before?.[column] !== value)
    return columns.length > 0 ? [{ key, columns: before ? Object.fromEntries(columns) : row }] : []
  }

  calls.handle('rows', async (changes) => {
    for (const change of changes as RowChange[]) {
      const key = 'added' in change ? rows.append(change.table, change.added) : change.key
      if ('columns' in change) rows.write(change.key, change.columns ?? undefined)
      if (key !== undefined) rows.noteChanged(key)
    }
    await settled()
  })

  const persistently = (attempt: () => Promise<void>) =>
    retried(attempt, {
      onFailure(error) {
        if (isStopped) throw error
      },
    })

  function learn(key: string, row: Row | undefined, revision: number) {
    if (row) known.set(key, { row, revision })
    else known.delete(key)
  }

  function adopt(key: string, row: Row | undefined, revision: number) {
    learn(key, row, revision)
    rows.write(key, row)
  }

  async function read() {
    const found = new Map<string, { row: Row; revision: number }>()
    for await (const { key, operation, value, revision } of await bucket.history()) {
      if (operation === 'PUT') found.set(key, { row: parse(value), revision })
      lastRead = Math.max(lastRead, revision)
    }
    return found
  }

  /** Message by message: a watch of the client that begins right after a reading may never tell anything (kv 3.4.0). */
  async function follow() {
    while (!isStopped) {
      const query = { seq: lastRead + 1, next_by_subj: `${prefix}>` }
      const found = await nats.jsm.direct.getMessage(stream, query).catch(() => undefined)
      if (isStopped) return
      if (!found) {
        await Bun.sleep(followMs)
        continue
      }
      lastRead = found.seq
      const isGone = found.header.get('KV-Operation') !== ''
      if (!isOwner) adopt(found.subject.slice(prefix.length), isGone ? undefined : parse(found.data), found.seq)
    }
  }

  return {
    isOwner: () => isOwner,
    /** Makes this catalog that of the servers, if they have one, and follows what its owner changes. Returns whether they have. */
    async join() {
      const theirs = await retried(read)
      if (theirs.size > 0) {
        rows.together(() => {
          for (const key of rows.keys()) if (!theirs.has(key)) rows.write(key, undefined)
          for (const [key, { row, revision }] of theirs) adopt(key, row, revision)
        })
      }
      rows.forgetChanges()
      void follow()
      return theirs.size > 0
    },
    /** This node owns the business from now on. Resolves when the servers have all of it. */
    async own() {
      if (isOwner) return
      await settled()
      const theirs = await retried(read)
      for (const [key, { row, revision }] of theirs) adopt(key, row, revision)
      isOwner = true
      rows.forgetChanges()
      for (const key of rows.keys()) {
        if (JSON.stringify(theirs.get(key)?.row) !== JSON.stringify(rows.read(key))) rows.noteChanged(key)
      }
      calls.begin()
      await settled()
    },
    disown() {
      isOwner = false
      calls.end()
    },
    settled,
    stop() {
      isStopped = true
      calls.stop()
      rows.close()
    },
  }
}

const parse = (value: Uint8Array) => JSON.parse(Buffer.from(value).toString('utf8')) as Row
