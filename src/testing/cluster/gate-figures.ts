import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDrillProcess } from './drill-process'
import { startNatsServers } from './nats-servers'

/** How long the gate holds answers back, one after the other and 16 at once, on a company that is alone. */
export async function measureGate(writes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'recado-gate-'))
  const servers = await startNatsServers(3)
  const node = startDrillProcess('n1', join(folder, 'n1'), servers.urls)
  try {
    await node.ready()
    await node.ask({ kind: 'create', company: 7 })
    let number = 0
    const run = async (atOnce: number) => {
      const times: number[] = []
      const writer = async () => {
        for (let index = 0; index < writes / atOnce; index++) {
          times.push(await node.ask<number>({ kind: 'write', company: 7, key: `g${++number}`, bytes: 300 }))
        }
      }
      const begunAtMs = performance.now()
      await Promise.all(Array.from({ length: atOnce }, writer))
      const seconds = (performance.now() - begunAtMs) / 1000
      times.sort((a, b) => a - b)
      const part = (share: number) => times[Math.floor(times.length * share)]?.toFixed(2)
      return `${atOnce} at once: p50 ${part(0.5)} ms, p99 ${part(0.99)} ms, ${Math.round(writes / seconds)} writes/s`
    }
    await run(1)
    return [await run(1), await run(16)]
  } finally {
    await node.kill()
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
