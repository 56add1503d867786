import type { externalApi as pt } from '../pt/external-api'

export const externalApi: typeof pt = {
  title: 'Messages API',
  intro:
    'Other programs send messages through a connection with POST /api/messages/send: a text as JSON, or files as multipart/form-data. The Authorization header carries the connection’s token, which is shown when you edit the connection, or an API key from the screen API keys.',
  idempotency:
    'With an Idempotency-Key header, a request that is repeated within 24 hours sends nothing: it gets the first answer.',
  answerTitle: 'Response',
  answer:
    'status is SUCCESS, or QUEUED while the connection is down: the message is sent when it is back. messageIds has the id of each message: one per file, and one for each part of a long text.',
  askTitle: 'Check a message',
  ask: 'GET /api/messages/{id} takes an id from messageIds and the same Authorization header. It covers only messages sent over the token’s connection.',
  statuses:
    'status is queued, sent, delivered, read or failed (error says why). at is the time at which the message got that status; for a message that the API did not send, the time at which it was created.',
  errorsTitle: 'Errors',
  errorsIntro: 'A refused request sends nothing. The answer gives the reason in error and the wrong fields in fields.',
  errors: {
    ERR_INVALID_INPUT: 'A field is wrong: fields says which and why.',
    ERR_WAPP_INVALID_CONTACT: 'The number is not on WhatsApp.',
    ERR_WAPP_CHECK_CONTACT: 'The number could not be checked now. Try again later.',
    ERR_WAPP_NOT_INITIALIZED: 'The connection has never been linked to an account.',
    ERR_CHANNEL_CANNOT:
      'The channel does not accept this message now, for example outside the official API’s reply window.',
    ERR_UNAUTHORIZED: 'The Authorization header has no token.',
    ERR_SUBSCRIPTION_EXPIRED: 'The company’s subscription has expired.',
    ERR_PLAN_LIMIT: 'The company’s plan allows no more files; texts are still sent.',
    ERR_NO_PERMISSION:
      'The token belongs to no connection, the API key has expired or lacks this permission, or the plan does not include the API.',
    ERR_NO_MESSAGE_FOUND: 'When checking: the message does not exist, or was not sent over this connection.',
    ERR_REQUEST_TIMEOUT: 'The request took too long to arrive.',
    ERR_OTHER_OPEN_TICKET: 'Another agent has the conversation: user says who.',
    ERR_CONTACT_BLOCKED: 'The contact is blocked.',
    ERR_REQUEST_IN_PROGRESS:
      'The first request with this Idempotency-Key is still running. Try again after the time in Retry-After.',
    ERR_FILE_TOO_LARGE: 'A file is too large for the channel.',
    ERR_REQUEST_TOO_LARGE: 'The whole request is too large.',
    ERR_JSON_ONLY: 'The Content-Type is neither application/json nor multipart/form-data.',
    ERR_IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used with other content.',
    ERR_TOO_MANY_REQUESTS:
      'More than 60 requests per second with one token, or many wrong tokens from one address. Try again after the time in Retry-After.',
    ERR_COMPANY_UPDATING: 'The server is being updated. Try again after the time in Retry-After.',
    ERR_STORAGE_FULL: 'The server has no space left.',
    ERR_STORAGE_LOW: 'The server is low on space; files have to wait, texts do not.',
  },
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
    connectionId:
      'The connection to send by, with an API key; without it, the key’s only one or the default. A connection’s token always sends by that connection.',
    sendSignature: 'true adds the name of the agent in userId above the text.',
    closeTicket:
      'true stores the message in the history without opening a conversation. A waiting conversation without an agent is resolved without a farewell message; an ongoing one is left as it is.',
    priority: 'low, normal, high or urgent: the priority of the conversation, if it is opened now.',
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
  captionHelp: 'If empty, the file’s name is used.',
  send: 'Send',
  sent: 'Message sent',
  accepted: 'Accepted by the server:',
  queued: 'The connection is down. The message will be sent when it is back:',
  openTicket: 'Open the conversation',
}
