import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../dialog/confirm'
import { ToastRegion } from '../toast/toast-region'
import { TooltipLayer } from '../popup/tooltip'
import { UiContext } from './ui-context'
import { createUi, type GuardNavigation, type UiModel } from './ui-model'

interface UiProviderProps {
  /** Created by `createUi()` when code outside of components must show toasts. */
  ui?: UiModel
  guardNavigation?: GuardNavigation
  children: ReactNode
}

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
