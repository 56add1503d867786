import type { Platform } from '../platform/platform'
import type { Command, CommandCall } from './command'
import { answerOf, type ControlAnswer } from './control-messages'

/** Runs a checked command, unless its confirmation is missing. Never throws. */
export async function runOnPlatform(
  platform: Platform,
  command: Command,
  options: { yes?: string; dryRun?: boolean },
  call: CommandCall,
): Promise<ControlAnswer> {
  try {
    if (command.runs !== 'host' && command.runs !== 'stopped') throw new Error(`${command.words} needs no platform`)
    const confirm = options.dryRun ? undefined : command.confirm?.(platform, options)
    if (confirm && confirm.name !== options.yes) return { confirm }
    return { result: await command.run(platform, options, call) }
  } catch (error) {
    const answer = answerOf(error)
    if ('failed' in answer) platform.log.error(`The command ${command.words} failed`, { error })
    return answer
  }
}
