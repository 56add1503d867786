import { root, runToEnd } from './set-up'
import { runFenceRounds, summaryOf } from '../testing/cluster/drill-rounds'
import { runScenario, scenarios } from '../testing/cluster/drill-scenarios'
import { measureGate } from '../testing/cluster/gate-figures'

const [what = 'fence', roundsText = '100', thirdText] = process.argv.slice(2)
const rounds = Number(roundsText)
const tell = (line: string) => console.log(line)

/**
 * Three servers of NATS and three nodes on loopback; reports what was lost.
 * `npm run drill -- fence ROUNDS SEED`: takes a company over from a node that is killed, stopped or still writing.
 * `npm run drill -- kill|pause|cut|nats|move|roll ROUNDS RATE`: the same by leases, while RATE messages a second come in.
 * `npm run drill -- gate WRITES`: how long answers wait for the log.
 * `npm run drill -- crash ROUNDS`: without nodes, the tests that kill processes, as often as that.
 */
if (what === 'gate') {
  for (const line of await measureGate(rounds)) tell(line)
  process.exit()
}
if (what === 'crash') {
  const files = [...new Bun.Glob('src/**/*.test.ts').scanSync({ cwd: root })].sort()
  const texts = await Promise.all(files.map((file) => Bun.file(`${root}/${file}`).text()))
  const named = files.filter((_, at) => texts[at]?.includes('crashRounds(')).map((file) => `./${file}`)
  const environment = { NODE_ENV: 'production', CRASH_ROUNDS: String(rounds) }
  process.exit(await runToEnd([process.execPath, 'test', '--timeout=120000', ...named], { environment }))
}
if (what in scenarios) process.exit((await runScenario(what, rounds, tell, Number(thirdText ?? 300))) ? 0 : 1)
if (what !== 'fence')
  throw new Error(`There is no drill ${what}: crash, fence, gate, ${Object.keys(scenarios).join(', ')}`)
const seed = Number(thirdText ?? 1)
const report = await runFenceRounds(rounds, seed, tell)
tell(`seed ${seed}: ${summaryOf(report)}`)
process.exit(report.lost + report.doubled + report.different > 0 ? 1 : 0)
