/** Also said by the service worker, which loads nothing else. */
export const notice = {
  personal: {
    transfer: (from: string | null, contact: string) =>
      from === null ? `New conversation for you: ${contact}` : `${from} transferred ${contact} to you`,
    privateNote: (from: string | null, contact: string) => `${from ?? 'Someone'} left a note on ${contact}`,
    mention: (from: string | null, contact: string) => `${from ?? 'Someone'} mentioned you on ${contact}`,
    snoozeEnded: (_from: string | null, contact: string) => `Back from snooze: ${contact}`,
    slaWarned: (_from: string | null, contact: string) => `Due soon: ${contact}`,
    slaBreached: (_from: string | null, contact: string) => `Overdue: ${contact}`,
    scheduleRefused: (_from: string | null, contact: string) => `Your scheduled message to ${contact} was not sent`,
    ruleOff: (_from: string | null, contact: string) => `A rule was switched off after an error on ${contact}`,
    blocked: (from: string | null, contact: string) => `${from ?? 'Someone'} blocked ${contact}`,
    unblocked: (from: string | null, contact: string) => `${from ?? 'Someone'} unblocked ${contact}`,
    renamed: (from: string | null, contact: string) => `${from ?? 'Someone'} renamed ${contact}`,
    untagged: (from: string | null, contact: string) => `${from ?? 'Someone'} removed a tag from ${contact}`,
    botOff: (from: string | null, contact: string) => `${from ?? 'Someone'} turned the chatbot off for ${contact}`,
    botOn: (from: string | null, contact: string) => `${from ?? 'Someone'} turned the chatbot on for ${contact}`,
    audioOff: (from: string | null, contact: string) =>
      `${from ?? 'Someone'} stopped accepting audio messages from ${contact}`,
    audioOn: (from: string | null, contact: string) =>
      `${from ?? 'Someone'} started accepting audio messages from ${contact}`,
  },
  waiting: (contact: string) => `${contact} is waiting for an agent`,
  several: (count: number) => `Updates in ${count} conversations`,
  kinds: {
    image: 'Photo',
    video: 'Video',
    audio: 'Audio',
    voice: 'Voice message',
    document: 'Document',
    sticker: 'Sticker',
    location: 'Location',
    contact: 'Contact',
    buttons: 'Buttons',
    reaction: 'Reaction',
    call: 'Call',
    numberChange: 'New number',
    unsupported: 'Unsupported message',
    awaited: 'Waiting for this message',
  },
  test: { title: 'Test notice', body: 'Notices reach this device.' },
}
