import { useSignals } from '@preact/signals-react/runtime'
import { createContext, useContext, useEffect, useState } from 'react'
import { useApp } from '../app/app-context'
import { fieldParameter } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { FormModel } from '../ui/form/form'
import { findInput, focusWhenShown } from '../ui/layout/focus-shown'

const OpenedContext = createContext<string | undefined>(undefined)

export function useFieldAddress<Values>(form: FormModel<Values>) {
  useSignals()
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  useEffect(() => {
    const query = new URLSearchParams(search)
    const field = query.get(fieldParameter)
    if (field === null) return
    query.delete(fieldParameter)
    navigation.replaceQuery(query)
    if (Object.hasOwn(form.fields, field)) {
      // Not stopped by the change of the address.
      focusWhenShown(() => findInput(form.fields[field as keyof Values & string].id))
    }
  }, [search])
}

export const OpenedField = OpenedContext.Provider
export const useOpenedField = () => useContext(OpenedContext)

export type ShownBy<Values> = { readonly [Name in keyof Values]?: keyof Values & string }

/** If not shown, the switch that shows it, or the note with its setting. Returns the hint for that switch. */
export function useFocusedField<Values>(
  form: FormModel<Values>,
  field: string | undefined,
  shownBy: ShownBy<Values> = {},
) {
  const t = useTexts().ui
  const [shower, setShower] = useState<string>()
  useEffect(() => {
    if (field === undefined || !Object.hasOwn(form.fields, field)) return
    const idOf = (name: string | undefined) => form.fields[name as keyof Values & string]?.id
    const [own, other] = [idOf(field), idOf(shownBy[field as keyof Values])]
    if (!findInput(own) && findInput(other)) setShower(other)
    return focusWhenShown(
      () => findInput(own) ?? findInput(other) ?? document.querySelector(`[data-fields~="${field}"]`),
    )
  }, [])
  return shower === undefined ? undefined : { id: shower, text: t.shownBySwitch }
}
