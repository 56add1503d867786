import type { KV } from '@nats-io/kv'
import type { Log } from '../../kernel/log'
import { retried } from '../nats/retried'
import { leaseMs } from '../nats/stores'

export interface NodeFacts {
  url: string
  version: string
  startedAtMs: number
  /** Companies, lines and whatever a host wants to see. */
  load: Record<string, number>
}

export interface NodeLease extends NodeFacts {
  node: string
}

/** `silent`: NATS does not answer, and this node writes nothing until it does. `lost`: others may be taking over, or have. */
export type LeaseHealth = 'held' | 'silent' | 'lost'

export type Leases = Awaited<ReturnType<typeof createLeases>>

interface LeasesOptions {
  nodes: KV
  node: string
  facts(): NodeFacts
  /** After others may have taken over, and before the lease counts again. Repeated until it succeeds. */
  beforeReturn?: () => Promise<void>
  log: Log
}

const renewMs = 1_500
const silentMs = 3_500
/** Before the lease ends on the servers, which count from when they receive it. */
const lostMs = leaseMs - 1_000
/** Between two renewals, of which the time counts in which others were silent. */
const gapMsMax = 2 * renewMs

/** Renews this node's lease and follows the others'. Time in which NATS does not answer does not count, so that no lease ends during its elections. */
export async function createLeases({ nodes, node, facts, beforeReturn, log }: LeasesOptions) {
  const others = new Map<string, { lease: NodeLease; seenAtAnsweredMs: number }>()
  const listeners = new Set<() => void>()
  let sentAtMs = Number.NEGATIVE_INFINITY
  let acknowledgedAtMs = Number.NEGATIVE_INFINITY
  /** Time in which renewals were acknowledged. */
  let answeredMs = 0
  let isStopped = false
  let watching: { stop(): void } | undefined
  let said: LeaseHealth = 'held'
  let alive = ''

  const health = (): LeaseHealth => {
    const age = performance.now() - sentAtMs
    return age < silentMs ? 'held' : age < lostMs ? 'silent' : 'lost'
  }

  async function renew() {
    const sent = performance.now()
    const { url, version, startedAtMs, load } = facts()
    await nodes.put(node, JSON.stringify({ url, version, startedAtMs, load }))
    if (health() === 'lost' && sentAtMs > 0) {
      await follow()
      await beforeReturn?.()
    }
    const acknowledged = performance.now()
    // One that was stopped meanwhile learns of it before it counts.
    if (acknowledged - acknowledgedAtMs < gapMsMax) answeredMs += acknowledged - acknowledgedAtMs
    acknowledgedAtMs = acknowledged
    sentAtMs = Math.max(sentAtMs, sent)
  }

  function tell() {
    const now = health()
    const names = aliveNodes()
      .map((lease) => lease.node)
      .join(' ')
    if (now === said && names === alive) return
    if (now !== said) log[now === 'held' ? 'info' : 'error'](messages[now], { node })
    said = now
    alive = names
    for (const listener of listeners) listener()
  }

  async function follow() {
    const changes = await nodes.watch()
    watching?.stop()
    watching = changes
    void (async () => {
      for await (const { key, operation, value } of changes) {
        if (key === node) continue
        if (operation === 'PUT') {
          const lease = { node: key, ...(JSON.parse(Buffer.from(value).toString('utf8')) as NodeFacts) }
          others.set(key, { lease, seenAtAnsweredMs: answeredMs })
        } else others.delete(key)
        tell()
      }
    })().catch((error: unknown) => isStopped || log.error('The leases are no longer followed', { error }))
  }

  const isAlive = ({ seenAtAnsweredMs }: { seenAtAnsweredMs: number }) => answeredMs - seenAtAnsweredMs < leaseMs

  function aliveNodes(): NodeLease[] {
    const own = { node, ...facts() }
    return [own, ...[...others.values()].filter(isAlive).map(({ lease }) => lease)].sort((a, b) =>
      a.node < b.node ? -1 : 1,
    )
  }

  await retried(renew)
  await retried(follow)
  const renewing = setInterval(() => void renew().catch(() => {}), renewMs)
  const telling = setInterval(tell, 250)

  return {
    node,
    health,
    aliveNodes,
    /** Asks the servers, too. */
    async isGone(other: string) {
      const found = others.get(other)
      if (found && isAlive(found)) return false
      return health() === 'held' && other !== node && (await nodes.get(other))?.operation !== 'PUT'
    },
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Others need not wait for the end of the lease. */
    async stop() {
      isStopped = true
      watching?.stop()
      clearInterval(renewing)
      clearInterval(telling)
      await nodes.delete(node).catch(() => {})
    },
  }
}

const messages: Record<LeaseHealth, string> = {
  held: 'NATS answers again',
  silent: 'NATS does not answer: nothing is written until it does',
  lost: 'NATS has not answered for so long that other nodes may take over',
}
