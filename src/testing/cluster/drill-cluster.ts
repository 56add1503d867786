import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCompanyFile } from './compare-files'
import type { DrillNodeState } from './drill-orders'
import { type DrillProcess, startDrillProcess } from './drill-process'
import { startNatsServers } from './nats-servers'
import { startTcpProxy } from './tcp-proxy'
import { until } from './nats-test'

export type DrillCluster = Awaited<ReturnType<typeof startDrillCluster>>

export interface Compared {
  lost: number
  doubled: number
  different: number
  acknowledged: number
}

const names = ['n1', 'n2', 'n3'] as const

/** Three servers of NATS and three nodes, each of which reaches the servers through a proxy of its own. Companies are spread over the nodes. */
export async function startDrillCluster(companies: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'recado-drill-'))
  const servers = await startNatsServers(3)
  const proxies = new Map(
    await Promise.all(
      names.map(async (name, at) => {
        const ports = servers.urls.map((url) => Number(url.split(':').at(-1)))
        // Its own server first.
        const ordered = [...ports.slice(at), ...ports.slice(0, at)]
        return [name, await Promise.all(ordered.map(startTcpProxy))] as const
      }),
    ),
  )
  const start = (name: string) =>
    startDrillProcess(name, join(folder, name), proxies.get(name as 'n1')?.map(({ url }) => url) ?? [])
  const nodes = new Map<string, DrillProcess>(names.map((name) => [name, start(name)]))
  await Promise.all(nodes.values().map((node) => node.ready()))
  const node = (name: string) => nodes.get(name) ?? start(name)
  for (const [at, company] of companies.entries()) {
    await node(names[at % names.length] ?? 'n1').ask({ kind: 'create', company })
  }

  /** What the last comparison found, by company. */
  const compared = new Map<number, string[]>()

  async function ownerOf(company: number) {
    for (const one of nodes.values()) {
      const { owned } = await one.ask<DrillNodeState>({ kind: 'state' }).catch(() => ({ owned: [] as string[] }))
      if (owned.includes(String(company))) return one
    }
    return undefined
  }

  return {
    servers,
    names,
    node,
    ownerOf,
    async restart(name: string) {
      nodes.set(name, start(name))
      await node(name).ready()
    },
    cut: (name: string) => proxies.get(name as 'n1')?.forEach((proxy) => proxy.cut()),
    heal: (name: string) => proxies.get(name as 'n1')?.forEach((proxy) => proxy.heal()),
    /**
     * While nothing is sent: compares with what was acknowledged, and each file with a copy of the log. What the last comparison found is
     * deleted afterwards, so that the files of a long drill stay small.
     */
    async compare(acknowledged: ReadonlyMap<number, Set<string>>): Promise<Compared> {
      const found = { lost: 0, doubled: 0, different: 0, acknowledged: 0 }
      for (const company of companies) {
        await until(async () => (await ownerOf(company)) !== undefined, 30_000)
        const owner = await ownerOf(company)
        if (!owner) throw new Error(`Nobody owns ${company}`)
        const upTo = await owner.ask<number>({ kind: 'settle', company })
        const { keys, file } = readCompanyFile(join(owner.dataDir, 'companies', String(company), 'company.sqlite'))
        for (const key of acknowledged.get(company) ?? []) if (!keys.get(key)) found.lost++
        for (const [key, times] of keys) if (key.startsWith('w') && times > 1) found.doubled++
        const before = compared.get(company) ?? []
        found.acknowledged += (acknowledged.get(company)?.size ?? 0) - before.length
        const other = [...nodes.values()].find((one) => one !== owner)
        await other?.ask({ kind: 'copy', company, upTo })
        const copy = readFileSync(join(other?.dataDir ?? '', 'standby', String(company), 'copy.sqlite'))
        if (!copy.equals(file)) found.different++
        await owner.ask({ kind: 'forget', company, keys: before })
        for (const key of before) acknowledged.get(company)?.delete(key)
        compared.set(company, [...(acknowledged.get(company) ?? [])])
      }
      return found
    },
    async stop() {
      for (const one of nodes.values()) one.signal('SIGCONT')
      await Promise.all(nodes.values().map((one) => one.kill()))
      for (const proxy of [...proxies.values()].flat()) proxy.stop()
      await servers.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
