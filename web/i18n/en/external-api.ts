import type { externalApi as pt } from '../pt/external-api'

export const externalApi: typeof pt = {
  title: 'Messages API',
  intro:
    'Other programs send messages through a connection with POST /api/messages/send: a text as JSON, or files as multipart/form-data. The Authorization header carries the connection’s token, which is shown when you edit the connection.',
  idempotency:
    'With an Idempotency-Key header, a request that is repeated within 24 hours sends nothing: it gets the first answer.',
  status: 'GET /api/messages/{id} says whether the message is queued, sent, delivered, read or failed.',
  statusTitle: 'Message status',
  statusIntro:
    'Get the status of the API’s messages without asking: enter one address per connection. It applies from now on, also to messages already sent.',
  connection: 'Connection',
  noConnections: 'Add a connection to set an address.',
  reference: 'Complete API reference',
  fields: {
    number: 'Country code, area code and number, digits only. Or the id of a known group.',
    body: 'The text, or the caption of the first file.',
    medias: 'Up to 10 files. Only as multipart/form-data.',
    userId: 'The agent who gets the conversation if none is open. Requires queueId if the agent has several queues.',
    queueId: 'The queue the conversation enters if none is open.',
    sendSignature: 'true adds the name of the agent in userId above the text.',
    closeTicket: 'true stores the message in the history without opening a conversation.',
    name: 'The contact’s name if the contact is created by this call.',
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
  accepted: 'Accepted by the server:',
  queued: 'The connection is down. The message will be sent when it is back:',
  openTicket: 'Open the conversation',
}
