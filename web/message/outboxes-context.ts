import { createRequiredContext } from '../ui/context/ui-context'
import type { Outboxes } from './outboxes'

/** Belongs to one running app; created with the first conversation. */
export interface KeptOutboxes {
  current: Outboxes | undefined
}

export const [OutboxesContext, useKeptOutboxes] = createRequiredContext<KeptOutboxes>('<App>')
