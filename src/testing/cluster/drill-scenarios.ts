import type { DrillNodeState } from './drill-orders'
import { type DrillCluster, startDrillCluster } from './drill-cluster'
import { startSenders } from './drill-senders'
import { until } from './nats-test'

interface Scene {
  cluster: DrillCluster
  senders: ReturnType<typeof startSenders>
  rounds: number
  tell(line: string): void
}

const companies = [11, 12, 13, 14, 15, 16]
const rateDefault = 300

export const scenarios: Record<string, (scene: Scene) => Promise<void>> = {
  async kill({ cluster, senders, rounds, tell }) {
    for (let round = 0; round < rounds; round++) {
      const name = cluster.names[round % cluster.names.length] ?? 'n1'
      const begunAtMs = performance.now()
      await cluster.node(name).kill()
      await Bun.sleep(12_000)
      tell(`${name} killed: its companies answered again after ${longest(senders.gaps(begunAtMs))}`)
      await cluster.restart(name)
      await Bun.sleep(3_000)
    }
  },
  async pause({ cluster, senders, rounds, tell }) {
    for (let round = 0; round < rounds; round++) {
      const name = cluster.names[round % cluster.names.length] ?? 'n1'
      const begunAtMs = performance.now()
      cluster.node(name).signal('SIGSTOP')
      await Bun.sleep(30_000)
      const gaps = longest(senders.gaps(begunAtMs))
      cluster.node(name).signal('SIGCONT')
      await until(async () => (await stateOf(cluster, name)).owned.length === 0, 10_000)
      tell(`${name} stopped for 30 s: its companies answered again after ${gaps}; it owned nothing afterwards`)
    }
  },
  async cut({ cluster, senders, rounds, tell }) {
    for (let round = 0; round < rounds; round++) {
      const name = cluster.names[round % cluster.names.length] ?? 'n1'
      const begunAtMs = performance.now()
      cluster.cut(name)
      const silent = await until(async () => (await stateOf(cluster, name)).health !== 'held', 10_000)
      await Bun.sleep(14_000)
      const gaps = longest(senders.gaps(begunAtMs))
      cluster.heal(name)
      await until(async () => (await stateOf(cluster, name)).health === 'held', 20_000)
      await until(async () => (await stateOf(cluster, name)).owned.length === 0, 10_000)
      tell(`${name} cut off: read-only after ${ms(silent)}, its companies answered again after ${gaps}`)
      await Bun.sleep(3_000)
    }
  },
  async nats({ cluster, senders, rounds, tell }) {
    for (let round = 0; round < rounds; round++) {
      const server = round % 3
      let begunAtMs = performance.now()
      await cluster.servers.kill(server)
      await Bun.sleep(15_000)
      tell(`one NATS killed: writes paused ${longest(senders.gaps(begunAtMs))}`)
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
    }
  },
  async move({ cluster, rounds, tell }) {
    const tookMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const company = companies[round % companies.length] ?? 11
      const owner = await cluster.ownerOf(company)
      const target = cluster.names.filter((name) => name !== owner?.name)[round % 2] ?? 'n1'
      tookMs.push((await owner?.ask<number>({ kind: 'move', company, target })) ?? 0)
    }
    tell(`${rounds} moves: nobody served the company for ${spread(tookMs)}`)
  },
  async roll({ cluster, senders, rounds, tell }) {
    for (let round = 0; round < rounds; round++) {
      for (const name of cluster.names) {
        const begunAtMs = performance.now()
        await cluster.node(name).stop()
        await cluster.restart(name)
        await Bun.sleep(8_000)
        tell(`${name} stopped in order and started: its companies paused ${longest(senders.gaps(begunAtMs))}`)
      }
    }
  },
}

const stateOf = ({ node }: DrillCluster, name: string) => node(name).ask<DrillNodeState>({ kind: 'state' })
const ms = (time: number) => `${Math.round(time)} ms`
const longest = (times: number[]) => ms(Math.max(...times))
const spread = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return `p50 ${ms(sorted[Math.floor(sorted.length / 2)] ?? 0)}, p99 ${ms(sorted[Math.floor(sorted.length * 0.99)] ?? 0)}`
}

/** Runs one scenario under load. Returns whether nothing was lost, doubled or different. */
export async function runScenario(name: string, rounds: number, tell: (line: string) => void, rate = rateDefault) {
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`There is no drill ${name}: ${Object.keys(scenarios).join(', ')}`)
  const cluster = await startDrillCluster(companies)
  try {
    const senders = startSenders(cluster, companies, rate)
    await Bun.sleep(2_000)
    await scenario({ cluster, senders, rounds, tell })
    await senders.stop()
    const { lost, doubled, different, acknowledged } = await cluster.compare(senders.acknowledged)
    tell(
      `${name}: ${acknowledged} messages acknowledged (${spread(senders.tookMs)}), ${lost} lost, ${doubled} doubled, ${different} of ${companies.length} files different; ${senders.retries()} delivered again`,
    )
    return lost + doubled + different === 0
  } finally {
    await cluster.stop()
  }
}
