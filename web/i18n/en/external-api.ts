import type { externalApi as pt } from '../pt/external-api'

export const externalApi: typeof pt = {
  title: 'Messages API',
  intro:
    'Other programs send messages over a connection by POST /api/messages/send: a text as JSON, or files as multipart/form-data. The Authorization header has the token of the connection, which you find where you edit the connection.',
  idempotency:
    'With an Idempotency-Key header, a request that is repeated within 24 hours sends nothing: it gets the first answer.',
  status: 'GET /api/messages/{id} says whether the message is queued, sent, delivered, read or failed.',
  reference: 'Complete API reference',
  fields: {
    number: 'Country code, area code and number, without mask or special characters. Or the id of a known group.',
    body: 'The text, or the caption of the first file.',
    medias: 'Up to 10 files. Only as multipart/form-data.',
    userId: 'The agent who gets the conversation, if none is active. Needs queueId if they have several queues.',
    queueId: 'The queue in which the conversation is put, if none is active.',
    sendSignature: 'true puts the name of the agent in userId above the text.',
    closeTicket: 'true stores the message in the history without opening a conversation.',
    name: 'The name of the contact, if it is created now.',
  },
  kindsLabel: 'Kind of message',
  kinds: { text: 'Text message', media: 'Media message' },
  examples: 'Examples',
  copy: 'Copy the example',
  copied: 'Copied',
  tryIt: 'Send a test',
  token: 'Token of the connection',
  tokenHelp: 'It is not stored here.',
  number: 'Number',
  body: 'Message',
  file: 'File',
  caption: 'Caption',
  captionHelp: "If empty, the file's name.",
  send: 'Send',
  sent: 'Message sent',
  accepted: 'The server accepted the message:',
  queued: 'The connection is down. The message is sent when it is back:',
  openTicket: 'Open the conversation',
}
