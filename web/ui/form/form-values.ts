import { batch, computed, signal, type Signal } from '@preact/signals-react'

/** The values of a form's fields, and the saved ones that they are compared with. */
export function createFormValues<Values extends object>(names: readonly (keyof Values & string)[], initial: Values) {
  const saved = signal(initial)
  const cells = Object.fromEntries(names.map((name) => [name, signal(initial[name])])) as {
    [Name in keyof Values & string]: Signal<Values[Name]>
  }
  return {
    cells,
    values: computed(() => Object.fromEntries(names.map((name) => [name, cells[name].value])) as Values),
    dirty: computed(() => names.some((name) => !sameValue(cells[name].value, saved.value[name]))),
    setSaved: (values: Values) => void (saved.value = values),
    /** Sets the values and the saved ones, by default to the saved ones. */
    reset(next = saved.peek()) {
      batch(() => {
        saved.value = next
        for (const name of names) cells[name].value = next[name]
      })
    },
  }
}

function sameValue(a: unknown, b: unknown) {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
