import { createContext, use } from 'react'
import type { SettingsModel } from './settings-model'

export const SettingsContext = createContext<SettingsModel | undefined>(undefined)

export function useSettings(): SettingsModel {
  const model = use(SettingsContext)
  if (!model) throw new Error('This component belongs inside the options panel')
  return model
}
