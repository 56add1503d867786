import type { KV } from '@nats-io/kv'
import type { ReplicatedRows, ReplicatedTable, Row } from '../../kernel/database/replicated-rows'
import type { Log } from '../../kernel/log'
import { retried } from '../nats/retried'

/** The catalog's business tables, which one node writes. */
export const businessTables: readonly ReplicatedTable[] = [
  { name: 'announcement' },
  { name: 'announcement_seen' },
  { name: 'audit' },
  { name: 'charge' },
  { name: 'company', local: ['next_job_at', 'may_connect'] },
  { name: 'company_own_parts' },
  { name: 'help' },
  { name: 'invoice' },
  { name: 'moved_in' },
  { name: 'plan' },
  { name: 'platform_setting' },
  { name: 'webhook_log' },
]

interface RowsOptions {
  bucket: KV
  /** Of this node's catalog. */
  rows: ReplicatedRows
  log: Log
}

export type CatalogRows = ReturnType<typeof createCatalogRows>

/** Copies the catalog's business rows to a bucket, from which every node fills its own catalog. Only their owner puts them there. */
export function createCatalogRows({ bucket, rows, log }: RowsOptions) {
  let putting: Promise<void> | undefined
  let isOwner = false
  let isStopped = false

  /** Resolves when all that was written so far is on the servers; undefined if it already is. */
  function settled(): Promise<void> | undefined {
    if (!isOwner) return undefined
    const changes = rows.takeChanges()
    if (changes.length === 0) return putting
    const now = putAfter(putting, changes)
    putting = now
    void now.then(() => {
      if (putting === now) putting = undefined
    })
    return now
  }

  /** One after the other, so that an older version never replaces a newer one. */
  async function putAfter(before: Promise<void> | undefined, changes: ReturnType<ReplicatedRows['takeChanges']>) {
    await before
    await Promise.all(
      changes.map(({ key, row }) =>
        retried(async () => {
          if (row) await bucket.put(key, JSON.stringify(row))
          else await bucket.purge(key)
        }),
      ),
    )
  }

  /** The servers' rows by key. */
  async function read() {
    const found = new Map<string, Row>()
    for await (const { key, operation, value } of await bucket.history()) {
      if (operation === 'PUT') found.set(key, parse(value))
    }
    return found
  }

  async function follow() {
    for await (const { key, operation, value } of await bucket.watch()) {
      if (isStopped) return
      if (!isOwner) rows.write(key, operation === 'PUT' ? parse(value) : undefined)
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
          for (const [key, row] of theirs) rows.write(key, row)
        })
      }
      rows.forgetChanges()
      void follow().catch((error: unknown) => isStopped || log.error('The catalog is no longer followed', { error }))
      return theirs.size > 0
    },
    /** This node writes the business from now on. Resolves when the servers have all of it. */
    async own() {
      if (isOwner) return
      const theirs = await retried(read)
      for (const [key, row] of theirs) rows.write(key, row)
      isOwner = true
      rows.forgetChanges()
      for (const key of rows.keys()) {
        if (JSON.stringify(theirs.get(key)) !== JSON.stringify(rows.read(key))) rows.noteChanged(key)
      }
      await settled()
    },
    disown() {
      isOwner = false
    },
    settled,
    stop() {
      isStopped = true
      rows.close()
    },
  }
}

const parse = (value: Uint8Array) => JSON.parse(Buffer.from(value).toString('utf8')) as Row
