const failures: Record<string, string> = {
  timeout: 'the receiver did not answer in time',
  busy: 'too many calls were waiting',
  network: 'the connection failed',
  refusedAddress: 'the address leads into a private network',
  tooLarge: 'the answer is too large',
  switchedOff: 'the webhook was turned off',
  expired: 'three days have passed',
}

export const webhook = {
  intros: {
    host: 'Events of conversations, messages and contacts of all companies are sent to this address, signed. docs/webhooks.md describes the format and how to verify the signature.',
    company:
      'Events of the company’s conversations, messages and contacts are sent to this address, so that other systems can follow them. Each is a POST with JSON. The header X-Recado-Signature carries the HMAC-SHA256 of X-Recado-Timestamp, a dot and the body, with the secret as its key.',
    connection:
      'The status of messages that programs send over this connection is reported to this address: sent, delivered, read or failed. Each report is a POST with JSON. The header X-Recado-Signature carries the HMAC-SHA256 of X-Recado-Timestamp, a dot and the body, with the secret as its key.',
  },
  paused: (until: string) =>
    `The receiver failed too many times in a row. Sending resumes at ${until}; nothing is lost.`,
  pausedNotice: {
    host: (until: string) =>
      `The platform webhook failed 20 times in a row. Sending resumes at ${until}; nothing is lost.`,
    company: (until: string) => `The webhook failed 20 times in a row. Sending resumes at ${until}; nothing is lost.`,
    connection: (until: string) =>
      `The address for message status failed 20 times in a row. Deliveries resume at ${until}; nothing is lost.`,
  },
  seeWebhook: 'See deliveries',
  secretUnreadable:
    'The secret was stored by another server and cannot be read. Nothing is sent until a new one is generated.',
  url: 'Webhook URL',
  urlHelp: 'If empty, nothing is sent.',
  withTexts: 'Send message texts',
  withTextsHelp: 'If off, the receiver learns that there was a message, but not what it says.',
  saved: 'Webhook saved.',
  test: 'Send a test',
  testPassed: (status: string, ms: number) => `The receiver answered ${status} in ${ms} ms.`,
  testFailed: (why: string) => `The delivery failed: ${why}.`,
  newSecret: 'Generate a new secret',
  replaceTitle: 'Generate a new secret?',
  replaceText:
    'Everything sent from now on is signed with it. The receiver rejects deliveries until it knows the new secret.',
  replace: 'Generate secret',
  secretTitle: 'Webhook secret',
  secretText: 'The receiver uses it to verify the signature of deliveries. Copy it now: it is not shown again.',
  secret: 'Secret',
  secretDone: 'I have copied it',
  copy: 'Copy',
  copied: 'Copied',
  log: 'Deliveries',
  logHelp: 'The 100 most recent ones. A delivery can be sent again for three days.',
  reload: 'Refresh',
  sendAgain: 'Send again',
  sentAgain: 'Delivered again.',
  empty: 'Nothing has been sent yet',
  emptyText: 'Deliveries appear here with the receiver’s answer.',
  noCompany: 'Test',
  columns: { event: 'Event', company: 'Company', state: 'Status', duration: 'Duration', attemptedAt: 'Last attempt' },
  states: { queued: 'Waiting', sent: 'Delivered', dead: 'Not delivered' },
  attempts: (count: number) => `${count} attempts`,
  failure: (status: number | null, error: string) =>
    error === 'status' ? `the receiver answered ${status}` : (failures[error] ?? error),
}
