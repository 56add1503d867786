import { createContext, useContext, useState, type ReactNode } from 'react'
import { ConfirmDialog } from './confirm'
import { ToastRegion } from './toast-region'
import { TooltipLayer } from './tooltip'
import { createUi, type GuardNavigation, type UiModel } from './ui-model'

const UiContext = createContext<UiModel | null>(null)

interface UiProviderProps {
  /** Made by `createUi()`, when something outside the components must show toasts too. */
  ui?: UiModel
  guardNavigation?: GuardNavigation
  children: ReactNode
}

/** Around the whole app: toasts, questions and tooltips live here. */
export function UiProvider({ ui: given, guardNavigation, children }: UiProviderProps) {
  const [own] = useState(() => given ?? createUi(guardNavigation))
  return (
    <UiContext value={given ?? own}>
      {children}
      <ConfirmDialog />
      <ToastRegion />
      <TooltipLayer />
    </UiContext>
  )
}

/** `const { toast, confirm } = useUi()`. */
export function useUi(): UiModel {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('useUi needs a UiProvider above it')
  return ui
}
