import * as v from 'valibot'

const Bytes = v.pipe(v.string('required'), v.maxLength(8000, 'tooLong'))
const common = { id: Bytes, rawId: Bytes, type: v.literal('public-key', 'invalid') }

/** What browsers return as JSON (WebAuthn level 3, section 5.1). Other members are dropped. */
export const NewPasskeyResponse = v.object({
  ...common,
  response: v.object({ clientDataJSON: Bytes, attestationObject: Bytes }),
})

/** `userHandle` is empty where the browser was told whose keys it may offer. */
export const PasskeyResponse = v.object({
  ...common,
  response: v.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes }),
})
export type PasskeyResponse = v.InferOutput<typeof PasskeyResponse>
