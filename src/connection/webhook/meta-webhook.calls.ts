import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'

const Key = v.object({ key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{30}$/)) })
const Short = v.optional(v.pipe(v.string(), v.maxLength(200)), '')

/** Meta's own limit. */
const webhookBytesMax = 3 * 1024 * 1024

const Verification = v.object({ 'hub.mode': Short, 'hub.verify_token': Short, 'hub.challenge': Short })
const limits = { raw: true, jsonBytesMax: webhookBytesMax } as const
const Received = v.object({ received: v.literal(true) })

export const metaWebhookCalls = defineCalls({
  'GET /webhook/meta': { public: true, query: Verification, answer: 'file' },
  'POST /webhook/meta': { public: true, body: v.unknown(), limits, answer: Received },
  /** Meta checks the address when it is entered there. Answers the challenge as text. */
  'GET /webhook/meta/:key': {
    public: true,
    params: Key,
    query: Verification,
    answer: 'file',
  },
  /** Signed with the app secret in `X-Hub-Signature-256`. */
  'POST /webhook/meta/:key': {
    public: true,
    params: Key,
    body: v.unknown(),
    limits,
    answer: Received,
  },
})
