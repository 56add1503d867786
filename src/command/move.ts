import * as v from 'valibot'
import { getCompany } from '../platform/company/company.queries'
import { CommandRefused, defineCommand } from './command'

export const move = defineCommand({
  words: 'move',
  summary: 'Has another node serve a company',
  usage: 'recado move COMPANY NODE',
  example: 'recado move 7 n3',
  options: v.strictObject({
    company: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
    node: v.pipe(v.string(), v.trim(), v.minLength(1)),
  }),
  positionals: ['company', 'node'],
  runs: 'host',
  async run(platform, { company, node }) {
    const { cluster } = platform
    if (!cluster) throw new CommandRefused('This Recado is alone. Set CLUSTER_URL on each node.')
    const { id, name } = getCompany(platform, company).company
    const from = cluster.state().owners.get(id)
    const begunMs = performance.now()
    await cluster.move(id, node)
    return { company: id, name, from, node, tookMs: Math.round(performance.now() - begunMs) }
  },
  print: ({ company, name, from, node, tookMs }) =>
    `Company ${company} (${name}) is on ${node}${from ? `, before on ${from}` : ''}. It took ${tookMs} ms.`,
})
