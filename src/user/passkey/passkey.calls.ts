import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { PasswordBody } from '../second-factor/second-factor.contract'

export const PasskeyView = v.object({
  id: v.number(),
  /** Where it was made. Empty when unknown, like `system`. */
  browser: v.string(),
  system: v.string(),
  createdAt: v.string(),
  /** Null for never. */
  lastUsedAt: v.nullable(v.string()),
})
export type PasskeyView = v.InferOutput<typeof PasskeyView>

const Bytes = v.pipe(v.string('required'), v.maxLength(8000, 'tooLong'))
const common = { id: Bytes, rawId: Bytes, type: v.literal('public-key', 'invalid') }

/** As browsers write it as JSON (WebAuthn level 3, section 5.1). Other members are dropped. */
export const AddPasskeyBody = v.object({
  response: v.object({
    ...common,
    response: v.object({ clientDataJSON: Bytes, attestationObject: Bytes }),
  }),
})
export type AddPasskeyBody = v.InferOutput<typeof AddPasskeyBody>

export const UsePasskeyBody = v.object({
  response: v.object({
    ...common,
    response: v.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes }),
  }),
})
export type UsePasskeyBody = v.InferOutput<typeof UsePasskeyBody>

/** For `navigator.credentials`, as JSON. */
export const PasskeyOptions = v.object({ options: v.looseObject({}) })

/** Of the caller. */
export const passkeyCalls = defineCalls({
  'GET /passkeys': { answer: v.object({ passkeys: v.array(PasskeyView) }) },
  'POST /passkeys/options': { body: PasswordBody, answer: PasskeyOptions },
  'POST /passkeys': { body: AddPasskeyBody, answer: PasskeyView },
  'DELETE /passkeys/:id': { params: IdParams, answer: Done },
})
