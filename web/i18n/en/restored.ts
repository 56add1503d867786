import type { restored as source } from '../pt/restored'

export const restored: typeof source = {
  title: 'After the restore',
  stateOf: (moment: string) =>
    `State of ${moment}. What should have gone out before the restore does not go by itself: it may have gone already.`,
  unknown:
    'The company went back to an earlier state. What should have gone out before the restore does not go by itself: it may have gone already.',
  none: 'Nothing waits',
  noneText: 'Everything that the restore held back was released or discarded.',
  kinds: {
    message: 'Messages',
    campaign: 'Campaigns',
    schedule: 'Scheduled messages',
    webhook: 'Webhooks',
    mail: 'E-mails',
    bot: 'Bots and timers',
  },
  helps: {
    message: 'They go in the order in which they were written. Each can also be sent again in its conversation.',
    campaign: 'They go on with those who have not received anything yet.',
    schedule: 'They are sent now. Discarded, those that repeat go on at the next date.',
    webhook: 'They are delivered now.',
    mail: 'They are sent now.',
    bot: 'Answers, flows, and messages of inactivity and closing go on.',
  },
  kind: 'What waits',
  count: 'Number',
  decision: 'Decision',
  release: 'Release',
  discard: 'Discard',
  released: 'Released',
  discarded: 'Discarded',
  ask: (kind: string) => `Discard: ${kind}?`,
  askText: 'What is discarded is not sent. This cannot be undone.',
}
