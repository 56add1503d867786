import { createInterface } from 'node:readline/promises'
import { compose, shutdown } from '../compose'
import { useInstallation } from '../host/install/use-installation'
import { lockFolder } from '../kernel/company/folder-lock'
import { type Config, readConfig } from '../kernel/config/config'
import { createLog } from '../kernel/log'
import { version } from '../version'
import { type Command, CommandRefused, type CommandCall, type Confirmation, type Progress } from './command'
import { commands } from './commands'
import { askRunning, connectControl } from './control-client'
import { answerOf, type ControlAnswer } from './control-messages'
import { helpOf, readArguments } from './read-arguments'
import { runOnPlatform } from './run-on-platform'

/** What programs check: done, refused before anything changed, failed. */
const exit = { done: 0, refused: 1, failed: 2 }

/** Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [first] = args
  if (first === '--version' || first === 'version') return say(version)
  try {
    const given = readArguments(commands, first === 'help' ? [...args.slice(1), '--help'] : args)
    if (!given && (first === 'help' || first === '--help' || first === '-h')) return say(overview())
    if (!given) throw new CommandRefused(`There is no command "${args.join(' ')}".\n\n${overview()}`)
    if (given.help) return say(helpOf(given.command))
    const options = (await given.command.prepare?.(given.options)) ?? given.options
    return await run(given.command, options, given.json)
  } catch (error) {
    return end(answerOf(error))
  }
}

interface Confirmable {
  yes?: string
}

async function run(command: Command, options: Confirmable, json: boolean) {
  const bar = showProgress(process.stderr)
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  process.once('SIGTERM', () => ending.abort())
  const call = { progress: bar.step, signal: ending.signal }
  if (!command.asRoot) useInstallation()
  const config = readConfig()
  const answer = await ask(config, command, options, call)
  const settled = 'confirm' in answer ? await confirmed(config, command, options, call, answer.confirm) : answer
  bar.end()
  if (!('result' in settled)) return end(settled)
  say(json ? JSON.stringify(settled.result, undefined, 2) : command.print(settled.result))
  return command.exitCode?.(settled.result) ?? exit.done
}

async function ask(config: Config, command: Command, options: Confirmable, call: CommandCall): Promise<ControlAnswer> {
  if (command.runs === 'alone') return { result: await command.run(config, options, call) }
  const running = await connectControl(config.dataDir)
  if (running && command.runs === 'host') {
    const answer = await askRunning(running, { command: command.words, options }, call, silentMsMax(command))
    if (!('silent' in answer)) return answer
  }
  running?.destroy()
  if (command.runs === 'host' && command.runUnlocked) {
    return { result: await command.runUnlocked(config, options, call) }
  }
  const lock = lockFolder(config.dataDir)
  if (command.runs === 'folder') {
    try {
      return { result: await command.run(config, options, { ...call, lock }) }
    } finally {
      lock.release()
    }
  }
  const platform = compose({ config, lock, log: createLog('warn', config.logFormat) })
  try {
    return await runOnPlatform(platform, command, options, call)
  } finally {
    await shutdown(platform)
  }
}

/** A process that hangs is what the command may be asked about. */
function silentMsMax(command: Command) {
  return command.runs === 'host' && command.runUnlocked ? 10_000 : undefined
}

async function confirmed(
  config: Config,
  command: Command,
  options: Confirmable,
  call: CommandCall,
  { name, sentence }: Confirmation,
): Promise<ControlAnswer> {
  if (options.yes !== undefined) return { refused: `${sentence} "${options.yes}" is not its name.` }
  if (!process.stdin.isTTY) return { refused: `${sentence} To confirm, add --yes '${name}'.` }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const yes = await terminal.question(`${sentence}\nType ${name} to confirm: `)
  terminal.close()
  if (yes !== name) return { refused: 'Nothing was done.' }
  return ask(config, command, { ...options, yes }, call)
}

function say(text: string) {
  console.log(text)
  return exit.done
}

function end(answer: ControlAnswer) {
  const isRefused = 'refused' in answer
  console.error(isRefused ? answer.refused : 'failed' in answer ? answer.failed : 'Recado did not answer.')
  return isRefused ? exit.refused : exit.failed
}

function overview() {
  const listed = [
    { words: 'start', summary: 'Starts Recado; also without a command' },
    ...commands.filter(({ isInternal }) => !isInternal),
  ]
  const width = Math.max(...listed.map(({ words }) => words.length))
  const lines = listed.map(({ words, summary }) => `  ${words.padEnd(width)}  ${summary}`)
  return `recado COMMAND\n\n${lines.join('\n')}\n\nrecado help COMMAND explains one. DATA_DIR names the data folder.`
}

const lineEveryMs = 10_000

/** On a terminal one line that changes; elsewhere a line every ten seconds. */
function showProgress(out: NodeJS.WriteStream) {
  let lastAtMs = performance.now()
  let shown = 0
  return {
    step(progress: Progress) {
      if (!out.isTTY) {
        if (performance.now() - lastAtMs < lineEveryMs) return
        lastAtMs = performance.now()
        out.write(`${textOf(progress)}\n`)
        return
      }
      const text = textOf(progress).slice(0, (out.columns || 80) - 1)
      out.write(`\r${text.padEnd(shown)}`)
      shown = text.length
    },
    end() {
      if (out.isTTY && shown > 0) out.write(`\r${' '.repeat(shown)}\r`)
    },
  }
}

function textOf({ what, done, of }: Progress) {
  if (done === undefined) return `${what} …`
  return of ? `${what}: ${done} of ${of} (${Math.floor((done / of) * 100)} %)` : `${what}: ${done}`
}
