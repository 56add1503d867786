import { type DrillCluster, startDrillCluster } from './drill-cluster'
import type { DrillNodeState } from './drill-orders'
import { type Senders, startSenders } from './drill-senders'
import { until } from './nats-test'

interface Scene {
  cluster: DrillCluster
  senders: Senders
  round: number
  /** The node whose turn it is. */
  name: string
  tell(line: string): void
}

const companies = [11, 12, 13, 14, 15, 16]
/** Answers that were on their way when a node ended come no later. */
const onTheirWayMs = 500
const answeredWithinMs = 60_000
const reportEveryMs = 15_000

/** One round each. Returns how long companies were answered nothing, in ms. */
export const scenarios: Record<string, (scene: Scene) => Promise<number>> = {
  async kill({ cluster, senders, name, tell }) {
    const owned = (await stateOf(cluster, name)).owned.map(Number)
    const begunAtMs = performance.now()
    await cluster.node(name).kill()
    await until(() => senders.hasAnsweredAll(owned, begunAtMs + onTheirWayMs), answeredWithinMs)
    const gap = longest(senders.gaps(begunAtMs))
    tell(`${name} killed: its ${owned.length} companies answered again after ${ms(gap)}`)
    await cluster.restart(name)
    return gap
  },
  async pause({ cluster, senders, name, tell }) {
    const begunAtMs = performance.now()
    cluster.node(name).signal('SIGSTOP')
    await Bun.sleep(30_000)
    const gap = longest(senders.gaps(begunAtMs))
    cluster.node(name).signal('SIGCONT')
    await until(async () => (await stateOf(cluster, name)).owned.length === 0, 10_000)
    tell(`${name} stopped for 30 s: its companies answered again after ${ms(gap)}; it owned nothing afterwards`)
    return gap
  },
  async cut({ cluster, senders, name, tell }) {
    const begunAtMs = performance.now()
    cluster.cut(name)
    const silent = await until(async () => (await stateOf(cluster, name)).health !== 'held', 10_000)
    await Bun.sleep(14_000)
    const gap = longest(senders.gaps(begunAtMs))
    cluster.heal(name)
    await until(async () => (await stateOf(cluster, name)).health === 'held', 20_000)
    await until(async () => (await stateOf(cluster, name)).owned.length === 0, 10_000)
    tell(`${name} cut off: read-only after ${ms(silent)}, its companies answered again after ${ms(gap)}`)
    return gap
  },
  async nats({ cluster, senders, round, tell }) {
    const server = round % 3
    let begunAtMs = performance.now()
    await cluster.servers.kill(server)
    await Bun.sleep(15_000)
    const gap = longest(senders.gaps(begunAtMs))
    tell(`one NATS killed: writes paused ${ms(gap)}`)
    begunAtMs = performance.now()
    await cluster.servers.kill((server + 1) % 3)
    const states = () => Promise.all(cluster.names.map((name) => stateOf(cluster, name)))
    const silent = await until(async () => (await states()).every(({ health }) => health !== 'held'), 20_000)
    await Promise.all([cluster.servers.start(server), cluster.servers.start((server + 1) % 3)])
    const owned = (await states()).map((state) => state.owned.length).join(' ')
    const back = await until(async () => (await states()).every(({ health }) => health === 'held'), 60_000)
    await Bun.sleep(10_000)
    const after = (await states()).map((state) => state.owned.length).join(' ')
    tell(
      `two NATS killed: all read-only after ${ms(silent)}, back ${ms(back)} after they started; owned ${owned}, then ${after}`,
    )
    return gap
  },
  async move({ cluster, round }) {
    const company = companies[round % companies.length] ?? 11
    const owner = await cluster.ownerOf(company)
    const target = cluster.names.filter((name) => name !== owner?.name)[round % 2] ?? 'n1'
    return (await owner?.ask<number>({ kind: 'move', company, target })) ?? 0
  },
  async roll({ cluster, senders, name, tell }) {
    const begunAtMs = performance.now()
    await cluster.node(name).stop()
    await cluster.restart(name)
    await Bun.sleep(8_000)
    const gap = longest(senders.gaps(begunAtMs))
    tell(`${name} stopped in order and started: its companies paused ${ms(gap)}`)
    return gap
  },
}

const stateOf = ({ node }: DrillCluster, name: string) => node(name).ask<DrillNodeState>({ kind: 'state' })
const ms = (time: number) => `${Math.round(time)} ms`
const longest = (times: number[]) => Math.max(...times)
const spread = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => ms(sorted[Math.floor(sorted.length * share)] ?? 0)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${ms(sorted.at(-1) ?? 0)}`
}

/**
 * Runs one scenario under load, and compares after each round. Reports as it goes, so that one that is cut short has reported, too. Ends with the
 * first round in which anything was lost, doubled or different, and returns whether there was none.
 */
export async function runScenario(name: string, rounds: number, tell: (line: string) => void, rate: number) {
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`There is no drill ${name}: ${Object.keys(scenarios).join(', ')}`)
  const cluster = await startDrillCluster(companies)
  const total = { acknowledged: 0, lost: 0, doubled: 0, different: 0 }
  const gapsMs: number[] = []
  const isWhole = () => total.lost + total.doubled + total.different === 0
  try {
    const senders = startSenders(cluster, companies, rate)
    const report = () =>
      tell(
        `${name}, ${gapsMs.length} rounds: companies paused ${spread(gapsMs)}; ${total.acknowledged} messages acknowledged (${spread(senders.tookMs)}), ${total.lost} lost, ${total.doubled} doubled, ${total.different} of ${companies.length * gapsMs.length} files different; ${senders.retries()} delivered again`,
      )
    let reportedAtMs = performance.now()
    for (let round = 0; round < rounds && isWhole(); round++) {
      await Bun.sleep(1_000)
      const gapMs = await scenario({ cluster, senders, round, name: cluster.names[round % 3] ?? 'n1', tell })
      const found = await senders.resting(() => cluster.compare(senders.acknowledged))
      gapsMs.push(gapMs)
      for (const what of ['acknowledged', 'lost', 'doubled', 'different'] as const) total[what] += found[what]
      if (!isWhole()) tell(`round ${round + 1}: ${JSON.stringify(found)}`)
      if (performance.now() - reportedAtMs < reportEveryMs) continue
      report()
      reportedAtMs = performance.now()
    }
    await senders.stop()
    report()
    return isWhole()
  } finally {
    await cluster.stop()
  }
}
