import { batch, computed, signal } from '@preact/signals-react'
import type { FlowContent } from './drawing'

const stepsMax = 100

/** The flow's content with its undo history and whether it is saved. `onShow` is called in the batch of a change. */
export function createFlowDocument(first: FlowContent, onShow: () => void) {
  const content = signal<FlowContent>(first)
  const savedKey = signal(keyOf(first))
  const history = createHistory<FlowContent>()
  const steps = signal(0)
  const read = <Value>(value: () => Value) => computed(() => (steps.value, value()))

  function show(next: FlowContent | undefined) {
    if (!next) return
    batch(() => {
      content.value = next
      onShow()
      steps.value++
    })
  }

  return {
    content,
    dirty: computed(() => keyOf(content.value) !== savedKey.value),
    canUndo: read(history.canUndo),
    canRedo: read(history.canRedo),
    /** Changes the content. Changes in a row with the same key are undone at once. */
    commit(next: FlowContent, key?: string) {
      if (next === content.peek()) return
      history.note(content.peek(), key)
      show(next)
    },
    undo: () => show(history.undo(content.peek())),
    redo: () => show(history.redo(content.peek())),
    setSaved: (saved: FlowContent) => void (savedKey.value = keyOf(saved)),
  }
}

/** Returns the content to save as text; equal texts need no saving. */
export function keyOf({ nodes, connections }: FlowContent) {
  return JSON.stringify([
    nodes.map(({ id, type, position, data }) => [id, type, position.x, position.y, data]),
    connections.map(({ id, source, target, sourceHandle }) => [id, source, target, sourceHandle ?? null]),
  ])
}

/** Undo and redo of immutable states: the last 100 changes. */
function createHistory<State>() {
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
