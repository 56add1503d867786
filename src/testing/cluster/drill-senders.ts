import type { DrillCluster } from './drill-cluster'

/** Of messages that were not acknowledged yet; no more are sent meanwhile. */
const waitingMax = 200

export type Senders = ReturnType<typeof startSenders>

/**
 * Delivers messages as WhatsApp does: each again and again, to whichever node takes it, until it is acknowledged. `rate` a second over
 * all companies.
 */
export function startSenders(cluster: DrillCluster, companies: readonly number[], rate: number) {
  const acknowledged = new Map(companies.map((company) => [company, new Set<string>()]))
  const answeredAtMs = new Map(companies.map((company) => [company, [performance.now()]]))
  const target = new Map<number, number>()
  const tookMs: number[] = []
  let number = 0
  let isEnding = false
  let isResting = false
  let retries = 0
  const under = new Set<Promise<void>>()

  async function deliver(company: number) {
    const key = `w${++number}`
    const begunAtMs = performance.now()
    for (let times = 0; ; times++) {
      const at = target.get(company) ?? companies.indexOf(company)
      const node = cluster.node(cluster.names[at % cluster.names.length] ?? 'n1')
      try {
        const answer = node.ask<number>({ kind: 'write', company, key, bytes: 300 })
        await Promise.race([answer, Bun.sleep(3_000).then(() => Promise.reject(new Error('slow')))])
        const now = performance.now()
        tookMs.push(now - begunAtMs)
        acknowledged.get(company)?.add(key)
        answeredAtMs.get(company)?.push(now)
        return
      } catch {
        retries++
        if ((target.get(company) ?? companies.indexOf(company)) === at) target.set(company, at + 1)
        await Bun.sleep(Math.min(30 * 2 ** times, 500))
      }
    }
  }

  const sending = (async () => {
    let dueMs = performance.now()
    for (let sent = 0; !isEnding; sent++) {
      const company = companies[sent % companies.length] ?? 0
      const delivery: Promise<void> = deliver(company).finally(() => under.delete(delivery))
      under.add(delivery)
      while (isResting || under.size > waitingMax) await Bun.sleep(10)
      // What was not sent while it waited is not made up for.
      dueMs = Math.max(dueMs + 1000 / rate, performance.now() - 1000)
      const early = dueMs - performance.now()
      if (early > 0) await Bun.sleep(early)
    }
  })()

  return {
    acknowledged,
    tookMs,
    retries: () => retries,
    hasAnsweredAll: (of: readonly number[], sinceMs: number) =>
      of.every((company) => (answeredAtMs.get(company)?.at(-1) ?? 0) > sinceMs),
    /** The longest time since then in which a company was answered nothing, by company. */
    gaps(sinceMs: number, untilMs = performance.now()) {
      return companies.map((company) => {
        const times = (answeredAtMs.get(company) ?? []).filter((ms) => ms >= sinceMs && ms <= untilMs)
        const all = [sinceMs, ...times, untilMs]
        return Math.max(...all.slice(1).map((ms, at) => ms - (all[at] ?? ms)))
      })
    },
    /** Until all that was sent is acknowledged; `work` has the cluster without load. */
    async resting<Result>(work: () => Promise<Result>): Promise<Result> {
      isResting = true
      await Promise.all(under)
      const result = await work()
      for (const times of answeredAtMs.values()) times.splice(0, times.length, performance.now())
      isResting = false
      return result
    },
    async stop() {
      isEnding = true
      isResting = false
      await sending
      await Promise.all(under)
    },
  }
}
