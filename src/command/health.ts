import * as v from 'valibot'
import { CommandRefused, defineCommand } from './command'
import { askOwn, ownAddress } from './own-address'

export const health = defineCommand({
  words: 'health',
  summary: 'Asks the running Recado whether it is alive, for container platforms and monitors',
  usage: 'recado health [--ready]',
  example: 'recado health --ready',
  options: v.strictObject({ ready: v.optional(v.boolean(), false) }),
  runs: 'alone',
  async run(config, { ready }, { signal }) {
    const url = ownAddress(config) + (ready ? '/ready' : '/live')
    try {
      const answer = await askOwn(url, { signal })
      return { url, status: answer.status, answer: await answer.text() }
    } catch (error) {
      throw new CommandRefused(`${url} does not answer: ${(error as Error).message}`)
    }
  },
  print: ({ url, status, answer }) => `${url} answered ${status}: ${answer}`,
  exitCode: ({ status }) => (status === 200 ? 0 : 1),
})
