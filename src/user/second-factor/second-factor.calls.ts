import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { EnableTotpBody, PasswordAndCodeBody, PasswordBody } from './second-factor.contract'

export const TwoFactorView = v.object({
  /** An authenticator app. */
  enabled: v.boolean(),
  enabledAt: v.nullable(v.string()),
  hasPasskey: v.boolean(),
  recoveryCodesLeft: v.number(),
  /** By the company, or for super users by the host. */
  required: v.boolean(),
})
export type TwoFactorView = v.InferOutput<typeof TwoFactorView>

const RecoveryCodesAnswer = v.object({ recoveryCodes: v.array(v.string()) })

/** Of the caller. A user who must set it up may make no other calls. */
export const secondFactorCalls = defineCalls({
  'GET /two-factor': { answer: TwoFactorView },
  /** `address`: for the QR code. `setup` comes back with the first code. */
  'POST /two-factor/start': {
    body: PasswordBody,
    answer: v.object({ secret: v.string(), address: v.string(), setup: v.string() }),
  },
  'POST /two-factor/enable': { body: EnableTotpBody, answer: RecoveryCodesAnswer },
  'POST /two-factor/recovery-codes': { body: PasswordAndCodeBody, answer: RecoveryCodesAnswer },
  'POST /two-factor/disable': { body: PasswordAndCodeBody, answer: Done },
})
