import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type Command, CommandRefused } from './command'

export interface Given {
  command: Command
  options: unknown
  json: boolean
  help: boolean
}

/** @throws CommandRefused naming what is wrong */
export function readArguments(commands: readonly Command[], args: readonly string[]): Given | undefined {
  const command = findCommand(commands, args)
  if (!command) return undefined
  const rest = args.slice(command.words.split(' ').length)
  const { json = false, help = false, ...given } = parse(command, rest)
  if (help) return { command, options: {}, json: false, help: true }
  const { issues, output } = v.safeParse(command.options, given)
  if (issues) throw new CommandRefused(`${issues.map(sentenceOf(command)).join('\n')}\n${usageOf(command)}`)
  return { command, options: output, json: json === true, help: false }
}

/** The longest words that match. */
function findCommand(commands: readonly Command[], args: readonly string[]) {
  const typed = args.join(' ')
  return commands
    .filter(({ words }) => typed === words || typed.startsWith(`${words} `))
    .sort((a, b) => b.words.length - a.words.length)[0]
}

function parse(command: Command, args: readonly string[]): Record<string, unknown> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flagsOf(command), allowPositionals: true })
    const names = command.positionals ?? []
    if (positionals.length > names.length) {
      throw new CommandRefused(`"${positionals[names.length]}" is too much.\n${usageOf(command)}`)
    }
    const placed = positionals.map((value, index) => [names[index] ?? '', value])
    const flags = Object.entries(values).map(([flag, value]) => [memberOf(flag), value])
    return Object.fromEntries([...placed, ...flags])
  } catch (error) {
    if (error instanceof CommandRefused) throw error
    // Its first sentence; the rest explains how to pass a positional that looks like a flag.
    const [sentence] = (error as Error).message.split('. ')
    throw new CommandRefused(`${sentence?.replace(/\.$/, '')}.\n${usageOf(command)}`)
  }
}

function flagsOf({ options, positionals = [] }: Command) {
  const entries = Object.entries(options.entries)
  const flags = entries
    .filter(([name]) => !positionals.includes(name))
    .map(([name, schema]) => [flagOf(name), { type: isBoolean(schema) ? 'boolean' : 'string' }] as const)
  return Object.fromEntries([
    ...flags,
    ['json', { type: 'boolean' }] as const,
    ['help', { type: 'boolean', short: 'h' }] as const,
  ])
}

function isBoolean(schema: v.GenericSchema): boolean {
  return schema.type === 'boolean' || ('wrapped' in schema && isBoolean(schema.wrapped as v.GenericSchema))
}

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const memberOf = (flag: string) => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const sentenceOf =
  ({ positionals = [] }: Command) =>
  (issue: v.BaseIssue<unknown>) => {
    const name = String(issue.path?.[0]?.key ?? '')
    const shown = positionals.includes(name) ? name.toUpperCase() : `--${flagOf(name)}`
    return issue.received === 'undefined' ? `${shown} is missing.` : `${shown}: ${issue.message}.`
  }

const usageOf = ({ usage }: Pick<Command, 'usage'>) => `Usage: ${usage}`

export function helpOf({ summary, usage, example }: Command) {
  return `${summary}\n\n${usageOf({ usage })}\nExample: ${example}\n\n--json prints the result for programs.`
}
