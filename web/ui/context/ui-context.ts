import { createRequiredContext } from './required-context'
import type { UiModel } from './ui-model'

export const [UiContext, useUi] = createRequiredContext<UiModel>('<UiProvider>')
