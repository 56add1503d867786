import type { KV } from '@nats-io/kv'
import type { Log } from '../kernel/log'
import { retried } from './nats/retried'
import type { Leases } from './ownership/leases'

interface FoundingOptions {
  names: KV
  node: string
  leases: Leases
  /** Returns whether the nodes share a catalog. */
  join(): Promise<boolean>
  log: Log
}

const key = 'first'
const lookMs = 500

/** The first node creates the host's first company and the shared catalog; the others wait. Returns whether this one is the first. */
export async function foundHost({ names, node, leases, join, log }: FoundingOptions): Promise<boolean> {
  if (await join()) return false
  for (let hasSaid = false; ; hasSaid = true) {
    const first = await retried(() => claim(names, node))
    if (first === node) return true
    if (!hasSaid) log.info(`Waiting for ${first}, the first node of this host`)
    await Bun.sleep(lookMs)
    if (await join()) return false
    // It may have ended before it was done.
    if (await leases.isGone(first)) await retried(() => names.delete(key))
  }
}

async function claim(names: KV, node: string) {
  await names.create(key, node).catch(() => {})
  const found = await names.get(key)
  if (found?.operation !== 'PUT') throw new Error('NATS has not kept which node is the first')
  return found.string()
}
