import { createContext, useContext } from 'react'
import type { UiModel } from './ui-model'

export const UiContext = createContext<UiModel | null>(null)

export function useUi(): UiModel {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('useUi needs a UiProvider above it')
  return ui
}
