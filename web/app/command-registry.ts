import { signal, type ReadonlySignal } from '@preact/signals-react'
import { createRunOnce } from '../ui/button/button'
import type { LucideIcon } from '../ui/icons'

export interface Command {
  id: string
  label: string
  group: string
  path?: string | undefined
  icon?: LucideIcon | undefined
  /** The address it opens, by which it can be listed again later. */
  href?: string | undefined
  keywords?: string | undefined
  /** As in `g t`, `Ctrl+Enter`, `?`; listed with the shortcuts, and handled when `run` is given. */
  shortcut?: string
  /** Changes something without a question: its keys run it only if no other key follows, as in a word. */
  isImmediate?: boolean | undefined
  /** Returns a promise if it takes time; meanwhile it is not run again. */
  run: () => unknown
}

/** For what cannot be listed in advance. Called while typing, at most every 200 ms. */
export interface CommandSource {
  find: (text: string, signal: AbortSignal) => Promise<Command[]>
}

export interface CommandRegistry {
  readonly commands: ReadonlySignal<readonly Command[]>
  add(commands: readonly Command[]): () => void
  run(command: Command): void
  /** Keeps a key that was pressed before the code that reads keys was there. */
  keepKey(key: KeyboardEvent, path: string): void
  /** Returns the kept keys of that address once, and keeps no more. */
  takeKeys(path: string): KeyboardEvent[]
}

/** Later, people have forgotten what they pressed or have pressed it again. */
const keyKeptMs = 5000

export function createCommandRegistry(): CommandRegistry {
  const commands = signal<readonly Command[]>([])
  const runOnce = createRunOnce()
  let keys: { key: KeyboardEvent; path: string }[] | undefined = []
  return {
    commands,
    run: ({ id, run }) => runOnce(id, run),
    keepKey: (key, path) => void keys?.push({ key, path }),
    takeKeys(path) {
      const kept = keys ?? []
      keys = undefined
      const since = performance.now() - keyKeptMs
      return kept.filter((one) => one.path === path && one.key.timeStamp > since).map(({ key }) => key)
    },
    add(added) {
      commands.value = [...commands.peek(), ...added]
      return () => {
        commands.value = commands.peek().filter((command) => !added.includes(command))
      }
    },
  }
}
