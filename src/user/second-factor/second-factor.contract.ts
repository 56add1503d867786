import * as v from 'valibot'
import { PasskeyResponse } from '../passkey/passkey.contract'

export const Code = v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(20, 'wrongCode'))
const CurrentPassword = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200, 'tooLong'))

export const PasswordBody = v.object({ currentPassword: CurrentPassword })
/** With a code, or a passkey in its place. */
export const PasswordAndCodeBody = v.object({
  currentPassword: CurrentPassword,
  code: v.optional(Code),
  passkey: v.optional(PasskeyResponse),
})
export type PasswordAndCodeBody = v.InferOutput<typeof PasswordAndCodeBody>
export const EnableTotpBody = v.object({ setup: v.pipe(v.string(), v.maxLength(500, 'tooLong')), code: Code })
