const stepsMax = 100

/** Undo and redo of immutable states: the last 100 changes. */
export function createHistory<State>() {
  let past: State[] = []
  let future: State[] = []
  let lastKey: string | undefined

  return {
    /** Notes the state before a change. Changes in a row with the same key are one step. */
    note(before: State, key?: string) {
      if (key === undefined || key !== lastKey) past = [...past, before].slice(-stepsMax)
      future = []
      lastKey = key
    },
    undo(present: State): State | undefined {
      const before = past.at(-1)
      if (before === undefined) return undefined
      past = past.slice(0, -1)
      future = [present, ...future]
      lastKey = undefined
      return before
    },
    redo(present: State): State | undefined {
      const [next, ...rest] = future
      if (next === undefined) return undefined
      future = rest
      past = [...past, present]
      lastKey = undefined
      return next
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  }
}
