import { createRequiredContext } from '../ui/context/required-context'
import type { SettingsModel } from './settings-model'

export const [SettingsContext, useSettings] = createRequiredContext<SettingsModel>('the options panel')
