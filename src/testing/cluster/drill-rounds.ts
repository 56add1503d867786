import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCompanyFile } from './compare-files'
import { type DrillProcess, startDrillProcess } from './drill-process'
import type { DrillNodeState } from './drill-orders'
import { type NatsServers, startNatsServers } from './nats-servers'
import { until } from './nats-test'
import { randomOf } from './random-of'

export interface DrillReport {
  rounds: number
  /** Acknowledged writes that the next owner does not have, and those that it has twice. */
  lost: number
  doubled: number
  /** Rounds after which the owner's file and the standby's were not equal. */
  different: number
  acknowledged: number
  /** That were renewed while others wrote. */
  bases: number
  /** Of the gate, in ms. */
  gateMs: number[]
  /** From the order to take over until the company was served, in ms. */
  takeMs: number[]
  kinds: Record<string, number>
}

const company = 7
const kinds = ['kill', 'stop', 'surprise'] as const
/** Writes are looked for in so many rounds after theirs. */
const roundsKept = 6
const stepMsMax = 60_000
/** A round takes one to four seconds. */
const roundMsMax = 180_000

interface Round {
  owner: DrillProcess
  next: DrillProcess
  third: DrillProcess
}

/** Takes a company over from a killed, stopped or writing owner before its lease ends: only the log's fence separates the two. */
export async function runFenceRounds(rounds: number, seed: number, tell: (line: string) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'recado-drill-'))
  const servers: NatsServers = await startNatsServers(3)
  const start = (name: string) => startDrillProcess(name, join(folder, name), servers.urls)
  const nodes = new Map(['n1', 'n2', 'n3'].map((name) => [name, start(name)]))
  const random = randomOf(seed)
  const report: DrillReport = {
    rounds: 0,
    lost: 0,
    doubled: 0,
    different: 0,
    acknowledged: 0,
    bases: 0,
    gateMs: [],
    takeMs: [],
    kinds: {},
  }
  const written = new Set<string>()
  /** Keys of the last rounds; those that the owner refused may be there, too. */
  const tried: string[][] = []
  let number = 0

  const node = (name: string) => nodes.get(name) ?? start(name)

  async function writeTo(owner: DrillProcess, isEnding: () => boolean) {
    const writer = async () => {
      while (!isEnding()) {
        const key = `w${++number}`
        tried.at(-1)?.push(key)
        const bytes = random() < 0.03 ? 20_000 + Math.floor(random() * 200_000) : Math.floor(random() * 1_500)
        try {
          report.gateMs.push(await owner.ask<number>({ kind: 'write', company, key, bytes }))
          written.add(key)
          report.acknowledged++
        } catch {
          return
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, writer))
  }

  async function round({ owner, next, third }: Round) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'kill'
    report.kinds[kind] = (report.kinds[kind] ?? 0) + 1
    tried.push([])
    let isEnding = false
    const writing = writeTo(owner, () => isEnding)
    await Bun.sleep(30 + random() * 100)
    // Some are kept before the round ends, and some are cut off.
    const isBased = report.rounds % 2 === 0
    const based = isBased
      ? owner.ask({ kind: 'base', company }).then(
          () => report.bases++,
          () => {},
        )
      : undefined
    if (report.rounds % 4 === 0) await based
    await Bun.sleep(random() * 400)
    if (random() < 0.5) await next.ask({ kind: 'follow' })
    if (kind === 'kill') await owner.kill()
    if (kind === 'stop') owner.signal('SIGSTOP')
    const begunAtMs = performance.now()
    // It may not have heard of the epoch before.
    await until(() => next.ask<boolean>({ kind: 'take', company }), stepMsMax)
    report.takeMs.push(performance.now() - begunAtMs)
    if (kind === 'stop') owner.signal('SIGCONT')
    await writing
    isEnding = true
    if (kind === 'kill') nodes.set(owner.name, start(owner.name))
    const upTo = await next.ask<number>({ kind: 'settle', company })
    compare(next)
    await compareStandby(next, third, upTo)
    if (tried.length > roundsKept) await forget(next, tried.shift() ?? [])
    const former = node(owner.name)
    await former.ready()
    // It knows that it owns nothing, whether it was killed or stopped.
    await until(
      async () => !(await former.ask<DrillNodeState>({ kind: 'state' })).owned.includes(String(company)),
      stepMsMax,
    )
  }

  async function forget(owner: DrillProcess, keys: string[]) {
    await owner.ask({ kind: 'forget', company, keys })
    for (const key of keys) written.delete(key)
  }

  function compare({ dataDir }: DrillProcess) {
    const { keys } = readCompanyFile(join(dataDir, 'companies', String(company), 'company.sqlite'))
    for (const key of written) {
      const times = keys.get(key) ?? 0
      if (times === 0) report.lost++
    }
    for (const [key, times] of keys) if (/^w\d+$/.test(key) && times > 1) report.doubled++
  }

  async function compareStandby(owner: DrillProcess, third: DrillProcess, upTo: number) {
    const live = readCompanyFile(join(owner.dataDir, 'companies', String(company), 'company.sqlite')).file
    await third.ask({ kind: 'copy', company, upTo })
    const copy = readFileSync(join(third.dataDir, 'standby', String(company), 'copy.sqlite'))
    if (!copy.equals(live)) {
      report.different++
      const state = readFileSync(join(third.dataDir, 'standby', String(company), 'copy.json'), 'utf8')
      tell(
        `different after round ${report.rounds + 1}: ${copy.length} and ${live.length} bytes, pages ${differingPages(copy, live)}; log ${upTo}, copy ${state}`,
      )
    }
  }

  const begunAtMs = performance.now()
  try {
    await within(roundMsMax, Promise.all(nodes.values().map((one) => one.ready())), 'The start')
    let owner = node('n1')
    const begin = async () => {
      await owner.ask({ kind: 'create', company })
      await owner.ask({ kind: 'write', company, key: 'first', bytes: 100 })
    }
    await within(roundMsMax, begin(), 'The first write')
    for (let index = 0; index < rounds; index++) {
      const others = [...nodes.keys()].filter((name) => name !== owner.name)
      const [next = '', third = ''] = random() < 0.5 ? others : others.toReversed()
      await within(roundMsMax, round({ owner, next: node(next), third: node(third) }), `Round ${index + 1}`)
      report.rounds++
      owner = node(next)
      const seconds = (performance.now() - begunAtMs) / 1000 / report.rounds
      if (index % 10 === 9) tell(`${seconds.toFixed(1)} s a round; ${summaryOf(report)}`)
      if (report.lost + report.doubled + report.different > 0) break
    }
    return report
  } catch (error) {
    tell(`ended after ${summaryOf(report)}`)
    throw error
  } finally {
    await Promise.all(nodes.values().map((one) => one.kill()))
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing hangs for ever: what is not answered ends the drill. */
async function within<T>(ms: number, running: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${what} is not over after ${ms} ms`)), ms)
  try {
    return await Promise.race([running, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export function summaryOf({
  rounds,
  lost,
  doubled,
  different,
  acknowledged,
  bases,
  gateMs,
  takeMs,
  kinds: of,
}: DrillReport) {
  const part = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(2)
  return [
    `${rounds} rounds (${JSON.stringify(of)}): ${acknowledged} writes acknowledged, ${bases} bases, ${lost} lost, ${doubled} doubled, ${different} files different;`,
    `gate p50 ${part(gateMs, 0.5)} ms, p99 ${part(gateMs, 0.99)} ms; taken over in p50 ${part(takeMs, 0.5)} ms, p99 ${part(takeMs, 0.99)} ms`,
  ].join(' ')
}

function differingPages(one: Buffer, other: Buffer) {
  const pages: number[] = []
  for (let at = 0; at < Math.max(one.length, other.length); at += 4096) {
    if (!one.subarray(at, at + 4096).equals(other.subarray(at, at + 4096))) pages.push(at / 4096 + 1)
  }
  return pages.slice(0, 40).join(' ')
}
