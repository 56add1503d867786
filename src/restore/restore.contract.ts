/** What would have gone out before a restore: messages, campaigns, schedules, calls of webhooks, mails, and work of bots and timers. */
export const heldKinds = ['message', 'campaign', 'schedule', 'webhook', 'mail', 'bot'] as const
export type HeldKind = (typeof heldKinds)[number]
