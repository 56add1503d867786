interface QueueTarget {
  closeTicket: boolean
  integrationId: number | null
  chatbotCount: number
}

export type TakeOver = 'closing' | 'integration' | 'options'

/** The flow that sent it there is silent from then on; undefined when it only waits. */
export function takeOverOf({ closeTicket, integrationId, chatbotCount }: QueueTarget): TakeOver | undefined {
  if (closeTicket) return 'closing'
  if (integrationId !== null) return 'integration'
  return chatbotCount > 0 ? 'options' : undefined
}
