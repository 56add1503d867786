import { JetStreamApiError } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import type { Log } from '../../kernel/log'
import type { Nats } from '../nats/connect-nats'
import { retried } from '../nats/retried'

export interface Owner {
  node: string
  /** Grows with each change of the owner, and each start of it. */
  epoch: number
}

export type Owners = Awaited<ReturnType<typeof createOwners>>

interface OwnersOptions {
  nats: Nats
  owners: KV
  log: Log
}

/** Each epoch has its own key, such as `7.12`, which only one node can create. NATS servers before 2.12 may let two writers change the same key. */
export async function createOwners({ nats, owners, log }: OwnersOptions) {
  const known = new Map<string, Owner>()
  const listeners = new Set<(name: string, owner: Owner) => void>()
  let isStopped = false
  let watching: { stop(): void } | undefined

  function note(key: string, node: string) {
    const dot = key.lastIndexOf('.')
    const [name, epoch] = [key.slice(0, dot), Number(key.slice(dot + 1))]
    if (epoch <= (known.get(name)?.epoch ?? 0)) return
    const owner = { node, epoch }
    known.set(name, owner)
    for (const listener of listeners) listener(name, owner)
  }

  async function follow() {
    const changes = await owners.watch()
    watching?.stop()
    watching = changes
    void (async () => {
      for await (const { key, operation, value } of changes) if (operation === 'PUT') note(key, nodeOf(value))
    })().catch((error: unknown) => isStopped || log.error('The owners are no longer followed', { error }))
  }

  async function load() {
    for await (const { key, operation, value } of await owners.history()) {
      if (operation === 'PUT') note(key, nodeOf(value))
    }
  }

  await retried(follow)
  await retried(load)

  return {
    ownerOf: (name: string): Owner | undefined => known.get(name),
    names: () => [...known.keys()],
    /** After NATS was silent: resolves when all is known that was claimed meanwhile. */
    async refresh() {
      await follow()
      await load()
    },
    /** Returns whether the node owns it now, from the epoch after `after` on. */
    async claim(name: string, node: string, after: number): Promise<boolean> {
      const key = `${name}.${after + 1}`
      const mark = `${node} ${crypto.randomUUID()}`
      const isOurs = await retried(
        async () => {
          try {
            await owners.create(key, mark)
            return true
          } catch (error) {
            if (!isRefused(error)) throw error
            // An attempt before may have succeeded unheard.
            const found = await owners.get(key)
            if (!found) throw error
            note(key, nodeOf(found.value))
            return found.string() === mark
          }
        },
        { pauseMs: 100 },
      )
      if (isOurs) {
        note(key, node)
        // Not a marker, of which there would be one for each epoch.
        await nats.jsm.streams.purge('KV_recado-own', { filter: `$KV.recado-own.${name}.${after}` }).catch(() => {})
      }
      return isOurs
    },
    onChange(listener: (name: string, owner: Owner) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      isStopped = true
      watching?.stop()
    },
  }
}

const nodeOf = (value: Uint8Array) => Buffer.from(value).toString('utf8').split(' ')[0] ?? ''
const isRefused = (error: unknown) => error instanceof JetStreamApiError && error.status === 400
