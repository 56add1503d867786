import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './confirm'
import { ToastRegion } from './toast-region'
import { TooltipLayer } from './tooltip'
import { UiContext } from './ui-context'
import { createUi, type GuardNavigation, type UiModel } from './ui-model'

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
