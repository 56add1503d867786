import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { mailKinds } from './mail-kinds.contract'

const Kind = v.picklist(mailKinds)

export const MailChoiceView = v.object({ kind: Kind, company: v.string(), isOn: v.boolean() })
export type MailChoiceView = v.InferOutput<typeof MailChoiceView>

const params = v.object({ token: v.pipe(v.string(), v.maxLength(200)) })

/** For whoever has a mail, without signing in. The first is for `List-Unsubscribe`; the form of mail programs (RFC 8058) is not read. */
export const mailChoiceCalls = defineCalls({
  'POST /mail-choice/:token': { public: true, params, answer: MailChoiceView },
  'GET /mail-choice/:token': { public: true, params, answer: MailChoiceView },
  'POST /mail-choice/:token/undo': { public: true, params, answer: MailChoiceView },
})

/** For admins. */
export const mailRefusalCalls = defineCalls({
  'GET /mail-refusals': { answer: v.object({ refusals: v.array(v.object({ kind: Kind, name: v.string() })) }) },
})
