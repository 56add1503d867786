import type { UiModel } from './ui-model'
import { createContext, use, type Context } from 'react'

export const [UiContext, useUi] = createRequiredContext<UiModel>('<UiProvider>')

/** Returns a context, and the hook that reads it and throws outside of `place`. */
export function createRequiredContext<Value>(place: string): [Context<Value | undefined>, () => Value] {
  const RequiredContext = createContext<Value | undefined>(undefined)
  const useRequired = () => {
    const value = use(RequiredContext)
    if (value === undefined) throw new Error(`This component must be inside ${place}`)
    return value
  }
  return [RequiredContext, useRequired]
}
