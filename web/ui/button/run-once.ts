import { useState } from 'react'

export type RunOnce = (name: string, action: () => unknown) => void

/** Runs each action once at a time: one that returns a promise is under way until that settles. */
export function createRunOnce(changed: (pending: ReadonlySet<string>) => void = () => {}): RunOnce {
  const pending = new Set<string>()
  return (name, action) => {
    if (pending.has(name)) return
    const result = action()
    if (!(result instanceof Promise)) return
    pending.add(name)
    changed(new Set(pending))
    void result.finally(() => {
      pending.delete(name)
      changed(new Set(pending))
    })
  }
}

const none: ReadonlySet<string> = new Set()

export function useRunOnce() {
  const [pending, setPending] = useState(none)
  const [run] = useState(() => createRunOnce(setPending))
  return { pending, run }
}
