import { createContext, use } from 'react'
import type { Outboxes } from './outboxes'

/** Belongs to one running app; created with the first conversation. */
export interface KeptOutboxes {
  current: Outboxes | undefined
}

export const OutboxesContext = createContext<KeptOutboxes | undefined>(undefined)

export function useKeptOutboxes(): KeptOutboxes {
  const outboxes = use(OutboxesContext)
  if (!outboxes) throw new Error('No outboxes around this component: render it within <App>')
  return outboxes
}
