import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileCopy, type FileCopy } from '../copy/file-copy'
import { takeOver } from '../copy/take-over'
import type { Nats } from '../nats/connect-nats'
import type { Stores } from '../nats/stores'
import { standbyOf } from '../ownership/by-hash'
import type { Leases } from '../ownership/leases'
import type { Owners } from '../ownership/owners'
import type { Log } from '../../kernel/log'
import { createCompanyLogs } from './company-logs'
import type { CompanyHost } from './company-host'
import { startMoves } from './move'

export interface ClusterParts {
  nats: Nats
  stores: Stores
  leases: Leases
  owners: Owners
  dataDir: string
  host: CompanyHost
  log: Log
  /** Of a log, after which a base makes it short again. */
  baseBytes?: number
}

export type Cluster = ReturnType<typeof createCluster>

const lookMs = 500
const followMs = 5_000
const atOnce = 4
/** Before a company that could not be taken is tried again; doubled each time. */
const retryMs = 500
const retryMsMax = 30_000

/** Owns companies, follows those of others for which this node stands by, and takes over from nodes that are gone. */
export function createCluster({ nats, stores, leases, owners, dataDir, host, log, baseBytes }: ClusterParts) {
  const { node } = leases
  /** Companies that may be opened here, with their epochs. */
  const owned = new Map<string, number>()
  const taking = new Map<string, Promise<boolean>>()
  /** Companies given up here whose files may still be open. */
  const dropping = new Map<string, Promise<void>>()
  /** Companies that could not be taken, and when they are tried again. */
  const failing = new Map<string, { times: number; untilMs: number }>()
  const copies = new Map<string, FileCopy>()
  const logs = createCompanyLogs({ nats, stores, dataDir, log, tapOf: host.tapOf, onFenced: lose, baseBytes })
  let isStopped = false
  let following: Promise<void> | undefined

  const pathOf = (name: string) => join(dataDir, 'companies', name, 'company.sqlite')

  function copyOf(name: string) {
    const found = copies.get(name)
    if (found) return found
    const copy = createFileCopy({ nats, name, folder: join(dataDir, 'standby', name) })
    copies.set(name, copy)
    return copy
  }

  function lose(name: string) {
    if (!owned.delete(name)) return
    log.warn('Another node has taken a company over', { company: Number(name) })
    const dropped = Promise.resolve(host.drop(name)).catch((error: unknown) => {
      log.error('A company that was lost could not be closed', { company: Number(name), error })
    })
    dropping.set(name, dropped)
    void dropped.finally(() => dropping.get(name) === dropped && dropping.delete(name))
    logs.close(name)
  }

  /** Returns whether this node owns it now. Several callers wait for the same. */
  function take(name: string, claimed?: number): Promise<boolean> {
    const running = taking.get(name)
    if (running) return running
    const started = takeNow(name, claimed)
      .then((isTaken) => {
        failing.delete(name)
        return isTaken
      })
      .catch((error: unknown) => {
        const { times } = failing.get(name) ?? { times: 0 }
        const pauseMs = Math.min(retryMs * 2 ** times, retryMsMax)
        failing.set(name, { times: times + 1, untilMs: performance.now() + pauseMs })
        log.error('A company could not be taken over', { company: Number(name), error })
        return false
      })
      .finally(() => taking.delete(name))
    taking.set(name, started)
    return started
  }

  async function takeNow(name: string, claimed: number | undefined) {
    const after = owners.ownerOf(name)?.epoch ?? 0
    if (claimed === undefined && !(await owners.claim(name, node, after))) return false
    const own = { node, epoch: claimed ?? after + 1 }
    while (following) await following
    await dropping.get(name)
    const options = { nats, name, own, copy: copyOf(name), path: pathOf(name), closed: logs.closedAt(name) }
    const { log: taken, position } = await takeOver(options)
    // Without a write nothing else would tell a node whose epoch ended before it owned the company.
    if ((owners.ownerOf(name)?.epoch ?? 0) > own.epoch) {
      taken.appender.stop()
      return false
    }
    logs.open(name, Promise.resolve(taken), position)
    owned.set(name, own.epoch)
    host.adopt(name)
    return true
  }

  async function lookAfter() {
    const alive = leases.aliveNodes().map((lease) => lease.node)
    for (const name of owners.names()) {
      const owner = owners.ownerOf(name)
      if (!owner || owned.has(name) || taking.has(name) || leases.health() !== 'held') continue
      if ((failing.get(name)?.untilMs ?? 0) > performance.now()) continue
      if (owner.node === node) void take(name)
      else if (!alive.includes(owner.node) && standbyOf(name, owner.node, alive) === node) {
        if (await leases.isGone(owner.node)) void take(name)
      }
    }
    logs.renewBases()
  }

  async function follow() {
    if (following) return
    const { promise, resolve } = Promise.withResolvers<void>()
    following = promise
    const alive = leases.aliveNodes().map((lease) => lease.node)
    const mine = owners.names().filter((name) => standbyOf(name, owners.ownerOf(name)?.node, alive) === node)
    const waiting = mine.filter((name) => !owned.has(name) && !taking.has(name))
    const next = async () => {
      for (let name = waiting.pop(); name !== undefined && !isStopped; name = waiting.pop()) {
        await copyOf(name)
          .follow()
          .catch((error: unknown) => log.warn('A standby cannot follow', { company: Number(name), error }))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    following = undefined
    resolve()
  }

  const unfollow = owners.onChange((name, owner) => {
    if (owner.node !== node) return lose(name)
    if (!owned.has(name) && !taking.has(name)) void take(name, owner.epoch)
  })
  const moves = startMoves({
    nats,
    node,
    owners,
    owned,
    taking,
    logs,
    host,
    copyOf,
    take,
    whenFollowed: () => following,
  })

  /** Takes the companies that this node owned when it stopped, and those in its folder that have no owner yet. */
  async function takeOwn() {
    const local = await readdir(join(dataDir, 'companies')).catch(() => [])
    const unowned = local.filter((name) => /^\d+$/.test(name) && !owners.ownerOf(name))
    const own = owners.names().filter((name) => owners.ownerOf(name)?.node === node)
    await Promise.all([...own, ...unowned].map((name) => take(name)))
  }

  const timers: Timer[] = []

  return {
    log: logs.archive,
    async start() {
      await takeOwn()
      timers.push(setInterval(() => void lookAfter().catch(() => {}), lookMs))
      timers.push(setInterval(() => void follow(), followMs))
    },
    epochOf: (name: string) => owned.get(name),
    ownerOf: (name: string) => owners.ownerOf(name)?.node,
    ownedNames: () => [...owned.keys()],
    begin(name: string) {
      const claiming = owners.claim(name, node, 0).then(async (isOurs) => {
        if (isOurs)
          return takeOver({
            nats,
            name,
            own: { node, epoch: 1 },
            copy: copyOf(name),
            path: pathOf(name),
            closed: undefined,
          })
        throw new Error(`Another node has created company ${name}`)
      })
      owned.set(name, 1)
      logs.open(
        name,
        claiming.then(({ log: taken }) => taken),
        undefined,
      )
      claiming.catch((error: unknown) => {
        log.error('A new company cannot be owned', { company: Number(name), error })
        lose(name)
      })
    },
    /** @throws Error when the target is not there or did not take it */
    move: moves.move,
    follow,
    /** Brings a copy up to date with a message of the log, whoever stands by. */
    async copy(name: string, upTo: number) {
      while (following) await following
      await copyOf(name).follow(upTo)
    },
    sequenceOf: logs.sequenceOf,
    /** Takes a company over from a node that is known to be gone. Returns whether this node owns it now. */
    takeNow: (name: string) => take(name),
    renewBase: logs.renewBase,
    logState: logs.stateOf,
    async stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      unfollow()
      moves.stop()
      await Promise.all(taking.values())
      await following
      for (const name of owned.keys()) {
        await host.release(name, '')
        await logs.settled(name).catch(() => {})
        logs.close(name)
      }
      owned.clear()
    },
  }
}
