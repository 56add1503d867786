import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormModel } from './form'
import { keysOf } from '../../../src/kernel/typed-object.contract'

/** Pass the returned `form` to `Form`: if saving fails, the first tab with an error opens before its field is focused. */
export function useFormTabs<Values, Tab extends string>(
  form: FormModel<Values>,
  fields: Record<Tab, readonly (keyof Values & string)[]>,
  first?: string,
) {
  const tabs = keysOf(fields)
  const holdsFirst = (of: Tab) => fields[of].some((name) => name === first)
  const [tab, setTab] = useState<Tab>(() => tabs.find(holdsFirst) ?? (tabs[0] as Tab))
  // A form without tabs has none of these.
  const hasError = (of: Tab) => fields[of]?.some((name) => form.fields[name].error.value !== null) ?? false

  async function save() {
    const saved = await form.save()
    const invalidTab = saved ? undefined : tabs.find(hasError)
    // Synchronous, because the field is focused next.
    if (invalidTab) flushSync(() => setTab(invalidTab))
    return saved
  }

  return { tab, setTab, hasError, form: { ...form, save } }
}
