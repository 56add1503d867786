/** Of the page without a network, which loads nothing else. */
export const offline = {
  title: 'Offline',
  bar: 'Offline. You can read your latest conversations; what you write is sent when the connection is back.',
  list: 'Kept conversations',
  empty: 'Offline, and no conversation is kept on this device.',
  messages: (contact: string) => `Messages of ${contact}`,
  note: 'Private note',
  waits: 'Will be sent',
  write: 'Write a message',
  attach: 'Attach a file',
  picture: 'Photo',
  file: 'File',
  send: 'Send',
  back: 'Back',
  refused: 'A message written offline was not sent. The conversation shows why.',
}
