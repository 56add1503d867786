import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'

const Key = v.object({ key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{30}$/)) })
const Short = v.optional(v.pipe(v.string(), v.maxLength(200)), '')

/** Meta sends at most this. */
const webhookBytesMax = 3 * 1024 * 1024

export const metaWebhookCalls = defineCalls({
  /** Meta checks the address when it is entered there. Answers the challenge as text. */
  'GET /webhook/meta/:key': {
    public: true,
    params: Key,
    query: v.object({ 'hub.mode': Short, 'hub.verify_token': Short, 'hub.challenge': Short }),
    answer: 'file',
  },
  /** Events, signed with the app secret in `X-Hub-Signature-256`. */
  'POST /webhook/meta/:key': {
    public: true,
    params: Key,
    body: v.unknown(),
    limits: { raw: true, jsonBytesMax: webhookBytesMax },
    answer: v.object({ received: v.literal(true) }),
  },
})
