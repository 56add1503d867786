import type { GenericSchema, InferOutput } from 'valibot'
import type { FolderLock } from '../kernel/company/folder-lock'
import type { Config } from '../kernel/config/config'
import type { Platform } from '../platform/platform'

/** Work of some length: what is being done, and how much of how much is done, in the unit of `what`. */
export interface Progress {
  what: string
  done?: number
  of?: number
}

export interface CommandCall {
  /** Of a command that runs under the lock of a folder that nothing has opened. */
  lock?: FolderLock
  progress(step: Progress): void
  /** Aborted when the person at the terminal ends the command. */
  signal: AbortSignal
}

export interface Confirmation {
  /** What has to be typed, or given by `--yes`. */
  name: string
  /** What will be destroyed. */
  sentence: string
}

type OptionsSchema<Options> = GenericSchema<unknown, Options> & { readonly entries: Record<string, GenericSchema> }

interface Described<Options, Result> {
  /** What is typed after `recado`, such as `user reset-password`. */
  words: string
  summary: string
  /** For other commands only: not listed. */
  isInternal?: true
  usage: string
  example: string
  /** An object with a member per flag and positional. Flags are written with dashes. */
  options: OptionsSchema<Options>
  /** Members that are given without a flag, in this order. */
  positionals?: readonly string[]
  /** At the terminal, before a run elsewhere: makes paths whole, reads files, asks. The result has the shape of the options. */
  prepare?(options: Options): Options | Promise<Options>
  /** For a person; `--json` prints the result itself. */
  print(result: Result): string
  /** Changes the installation; all others run as its user. */
  asRoot?: true
  /** 1 for a result that is bad news. */
  exitCode?(result: Result): 0 | 1
}

interface WithPlatform<Options, Result> {
  /** `host`: in the running process, otherwise under its lock. `stopped`: under the lock only, so Recado has to be stopped. */
  runs: 'host' | 'stopped'
  /** Asked before a run without `--dry-run`. Needs the option `yes`. */
  confirm?(platform: Platform, options: Options): Confirmation | undefined
  /** In place of `run` where no process answers: without the lock and `compose`, which a damaged catalog stops. It may only read. */
  runUnlocked?(config: Config, options: Options, call: CommandCall): Result | Promise<Result>
  /** Plain JSON. @throws Refusal, StartFailure, CommandRefused */
  run(platform: Platform, options: Options, call: CommandCall): Result | Promise<Result>
}

interface WithoutPlatform<Options, Result> {
  /** `folder`: under the lock of a folder that nothing has opened; `alone`: without a folder. */
  runs: 'folder' | 'alone'
  run(config: Config, options: Options, call: CommandCall): Result | Promise<Result>
}

export type Command<Options = any, Result = any> = Described<Options, Result> &
  (WithPlatform<Options, Result> | WithoutPlatform<Options, Result>)

/** A sentence for the person at the terminal: nothing was done. */
export class CommandRefused extends Error {}

export function defineCommand<const Schema extends OptionsSchema<unknown>, Result>(
  command: Command<InferOutput<Schema>, Result> & { options: Schema },
): Command {
  return command
}
