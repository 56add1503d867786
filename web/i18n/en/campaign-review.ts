/** Texts of the last step before a campaign starts. */
export const review = {
  titles: {
    start: (name: string) => `Start “${name}” now?`,
    restart: (name: string) => `Restart “${name}”?`,
    schedule: (name: string) => `Schedule “${name}”?`,
  },
  actions: { start: 'Start now', restart: 'Restart', schedule: 'Schedule' },
  reviewAndStart: 'Review and start',
  remaining: 'Still to receive it',
  starts: 'Start',
  now: 'now',
  ends: 'Expected end',
  previewFor: 'Preview for',
  oneOf: (count: number) => `${count}, and each recipient gets one of them`,
  faults: 'The campaign cannot start yet:',
  fault: (field: string, error: string) => `${field}: ${error}`,
  offline: 'The connection is disconnected: the campaign waits until it is back.',
  nobodyLeft: 'Nobody is left: the campaign ends when you restart it.',
  nobodyYet: 'So far, nobody would receive the campaign. It only starts if it has recipients at the scheduled time.',
  test: {
    number: 'Send a test to',
    help: 'The messages arrive as the recipient in the preview would get them. A test does not count in the campaign.',
    send: 'Send a test to me',
    placeholder: 'With area code',
    sent: (count: number) => (count === 1 ? 'Test sent: 1 message' : `Test sent: ${count} messages`),
  },
}
