import { runFenceRounds, summaryOf } from '../testing/cluster/drill-rounds'
import { measureGate } from '../testing/cluster/gate-figures'

const [what = 'fence', roundsText = '100', seedText = '1'] = process.argv.slice(2)

/**
 * `npm run drill -- fence ROUNDS SEED`: takes companies over between nodes on loopback and reports what was lost.
 * `npm run drill -- gate WRITES`: how long answers wait for the log.
 */
if (what === 'gate') {
  for (const line of await measureGate(Number(roundsText))) console.log(line)
  process.exit()
}
const report = await runFenceRounds(Number(roundsText), Number(seedText), (line) => console.log(line))
console.log(`seed ${seedText}: ${summaryOf(report)}`)
process.exit(report.lost + report.doubled + report.different > 0 ? 1 : 0)
