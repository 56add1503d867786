import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { PasswordBody } from '../second-factor/second-factor.contract'
import { NewPasskeyResponse, PasskeyResponse } from './passkey.contract'

export const PasskeyView = v.object({
  id: v.number(),
  /** Where it was made. Empty when unknown, like `system`. */
  browser: v.string(),
  system: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})
export type PasskeyView = v.InferOutput<typeof PasskeyView>

/** The codes are empty unless it is the user's first second factor. */
const AddedPasskey = v.object({ ...PasskeyView.entries, recoveryCodes: v.array(v.string()) })
export type AddedPasskey = v.InferOutput<typeof AddedPasskey>

export const AddPasskeyBody = v.object({ response: NewPasskeyResponse })
export type AddPasskeyBody = v.InferOutput<typeof AddPasskeyBody>

export const UsePasskeyBody = v.object({ response: PasskeyResponse })
export type UsePasskeyBody = v.InferOutput<typeof UsePasskeyBody>

/** For `navigator.credentials`, as JSON. */
export const PasskeyOptions = v.object({ options: v.looseObject({}) })

/** Of the caller. */
export const passkeyCalls = defineCalls({
  'GET /passkeys': { answer: v.object({ passkeys: v.array(PasskeyView) }) },
  'POST /passkeys/options': { body: PasswordBody, answer: PasskeyOptions },
  /** For calls that take a passkey in place of a code. */
  'POST /passkeys/confirm-options': { answer: PasskeyOptions },
  'POST /passkeys': { body: AddPasskeyBody, answer: AddedPasskey },
  'POST /passkeys/:id/remove': { params: IdParams, body: PasswordBody, answer: Done },
})
