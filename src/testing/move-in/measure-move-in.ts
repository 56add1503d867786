import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveIn } from '../../move-in/write/move-in'
import { createWorld } from '../world/world'
import { writeLargeScratch } from './large-scratch'

/** `bun src/testing/move-in/measure-move-in.ts [messages]` prints how long a move and a second run take, and how long the loop waited. */
const messages = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'recado-measure-'))
const scratch = join(folder, 'scratch.sqlite')
const world = await createWorld()
try {
  writeLargeScratch(scratch, { messages })
  for (const run of ['first', 'second']) {
    const delays: number[] = []
    let lastMs = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      delays.push(now - lastMs - 5)
      lastMs = now
    }, 5)
    const startMs = performance.now()
    let phase = ''
    const { companies } = await moveIn(world.platform, {
      scratch,
      progress({ what }) {
        if (what === phase) return
        phase = what
        console.log(`${((performance.now() - startMs) / 1000).toFixed(1)} s ${what}`)
      },
    })
    clearInterval(timer)
    delays.sort((a, b) => a - b)
    const p99 = delays[Math.floor(delays.length * 0.99)] ?? 0
    const written = companies[0]?.tables.reduce((sum, table) => sum + table.written, 0)
    console.log(run, `${((performance.now() - startMs) / 1000).toFixed(1)} s`, {
      written,
      error: companies[0]?.error,
      p99Ms: p99,
      mostMs: delays.at(-1),
    })
    console.log(JSON.stringify(companies[0]?.check?.conversations), companies[0]?.check?.tickets.different.length)
  }
} finally {
  await world.stop()
  if (existsSync(folder)) rmSync(folder, { recursive: true })
}
