import { createRestoreRounds } from '../testing/restore/restore-rounds'

const [seedText = '1', roundsText = '20'] = process.argv.slice(2)
const seed = Number(seedText)
const rounds = Number(roundsText)

/** Restores a company with a line, every other time without its keys, while people write to it: `restore-drill.ts SEED ROUNDS`. */
const totals = { rounds: 0, unreadable: 0, wrong: 0 }
for (const losesKeys of [false, true]) {
  const drill = await createRestoreRounds(seed)
  await drill.meet()
  for (let round = 0; round < rounds / 2; round++) {
    const { unreadable, wrong } = await drill.round({ losesKeys })
    totals.rounds++
    totals.unreadable += unreadable.length
    totals.wrong += wrong.length
    console.log(
      `${losesKeys ? 'keys lost' : 'keys kept'} ${round + 1}: ${[...unreadable, ...wrong].join(', ') || 'ok'}`,
    )
  }
  await drill.stop()
}
console.log(
  `seed ${seed}: ${totals.rounds} restores, ${totals.unreadable} unreadable messages, ${totals.wrong} not sent exactly once`,
)
process.exit(totals.unreadable + totals.wrong > 0 ? 1 : 0)
