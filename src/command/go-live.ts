import * as v from 'valibot'
import { goLive as takeOver } from '../move-in/imported/go-live'
import { assertWaiting, listImported } from '../move-in/imported/imported-companies'
import type { Platform } from '../platform/platform'
import { CommandRefused, defineCommand } from './command'
import { CompanyNumber } from './restore'

export const goLive = defineCommand({
  words: 'go-live',
  summary: 'Turns on the lines and schedules of imported companies, once the other system is stopped',
  usage: 'recado go-live [--company NUMBER] [--yes NAME]',
  example: "recado go-live --company 7 --yes 'Casa Aurora'",
  options: v.strictObject({ company: v.optional(CompanyNumber), yes: v.optional(v.string()) }),
  runs: 'host',
  confirm(platform, { company }) {
    const waiting = listWaiting(platform, company)
    const names = waiting.map(({ name }) => name)
    const sentence = `The other system has to be stopped: two would answer on one line, and write twice. ${names.join(', ')} will connect and write from here.`
    return { name: names.length === 1 ? (names[0] ?? '') : 'all', sentence }
  },
  async run(platform, { company }) {
    const went = []
    for (const { id } of listWaiting(platform, company)) went.push(await takeOver(platform, {}, id))
    return { companies: went }
  },
  print: ({ companies }) =>
    companies
      .flatMap(({ name, connecting, waiting }) => [
        `${name} is live.`,
        ...connecting.map((line) => `  ${line}: connects`),
        ...waiting.map((line) => `  ${line}: has to be connected on the screen Conexões`),
      ])
      .join('\n'),
})

function listWaiting(platform: Platform, company: number | undefined) {
  if (company !== undefined) return [assertWaiting(platform, company)]
  const waiting = listImported(platform).filter(({ liveAt }) => liveAt === null)
  if (waiting.length === 0) throw new CommandRefused('No imported company waits for this.')
  return waiting
}
