import { computed } from '@preact/signals-react'
import type { FormFieldModel, FormFields, FormModel } from '../ui/form/form'

export type ListName<Values> = {
  [Name in keyof Values]: Values[Name] extends readonly object[] ? Name : never
}[keyof Values] &
  string

export type ChildOf<Values, Name extends ListName<Values>> = Values[Name] extends readonly (infer Child)[]
  ? Child
  : never

/** For `FormField` and `SwitchField`: an error at `options.2.name` appears at `name`. Saved with the outer form. */
export function childForm<Values, Name extends ListName<Values>>(
  form: FormModel<Values>,
  name: Name,
  index: number,
): FormModel<ChildOf<Values, Name>> {
  type Child = ChildOf<Values, Name> & Record<string, unknown>
  const list = form.fields[name] as FormFieldModel<readonly Child[]>
  const child = () => list.value.value[index] as Child

  function fieldOf(key: string): FormFieldModel<unknown> {
    const path = `${name}.${index}.${key}`
    return {
      id: `${list.id}-${index}-${key}`,
      value: computed(() => child()?.[key]) as FormFieldModel<unknown>['value'],
      error: computed(() => form.errorAt(path)),
      touched: list.touched,
      set: (value) => list.set(list.value.peek().map((item, at) => (at === index ? { ...item, [key]: value } : item))),
      blur: () => form.leaveAt(path),
    }
  }

  const keys = Object.keys(list.value.peek()[index] ?? {})
  return {
    ...form,
    fields: Object.fromEntries(keys.map((key) => [key, fieldOf(key)])) as FormFields<Child>,
    values: computed(child),
    errorAt: (path) => form.errorAt(`${name}.${index}.${path}`),
    boundsOf: () => ({}),
    leaveAt: (path) => form.leaveAt(`${name}.${index}.${path}`),
    set: (changed) => list.set(list.value.peek().map((item, at) => (at === index ? { ...item, ...changed } : item))),
    reset: () => form.reset(),
  } as FormModel<Child>
}
