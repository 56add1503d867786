import * as v from 'valibot'
import { listUpTo } from '../../kernel/http/request-parts'

const text = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(4000, 'tooLong'))

export const PlaygroundBody = v.object({
  messages: v.pipe(
    listUpTo(v.object({ fromMe: v.boolean(), body: text }), 40),
    v.minLength(1, 'required'),
    v.check((messages) => messages.at(-1)?.fromMe === false, 'invalid'),
  ),
})
export type PlaygroundBody = v.InferOutput<typeof PlaygroundBody>
