interface QueueTarget {
  closeTicket: boolean
  integrationId: number | null
  chatbotCount: number
}

export type TakeOver = 'closing' | 'integration' | 'options'

/**
 * Returns what takes a ticket over when it enters the queue, so that the flow that sent it there is silent from then on;
 * undefined when the ticket only waits.
 */
export function takeOverOf({ closeTicket, integrationId, chatbotCount }: QueueTarget): TakeOver | undefined {
  if (closeTicket) return 'closing'
  if (integrationId !== null) return 'integration'
  return chatbotCount > 0 ? 'options' : undefined
}
