import type { JobKind } from '../kernel/job/jobs'

/** Work that writes to people. */
export const heldJobs = {
  mail: ['mail.send', 'user.mailPasswordLink', 'report.weekly', 'sla.digest', 'push.send', 'push.batch'],
  bot: [
    'bot.turn',
    'flow.continue',
    'message.sendClosing',
    'ticket.ratingExpires',
    'ticket.inactivity',
    'connection.inactivity',
    'ticket.redirect',
    'ticket.route',
    'queue.notify',
    'lane.advance',
    'lane.remarket',
    'lane.watch',
    'campaign.acknowledge',
    'rule.run',
    'rule.callWebhook',
    'rule.silence',
    'rule.hour',
    'rule.sweep',
  ],
} as const satisfies Record<string, readonly JobKind[]>
