import * as v from 'valibot'
import { Flag } from '../../kernel/http/body-values'
import { Password } from '../../platform/company/company.contract'

const Token = v.pipe(v.string('required'), v.maxLength(200, 'tooLong'))

export const PasswordLinkBody = v.object({ token: Token })

export const RedeemPasswordLinkBody = v.object({ token: Token, password: Password })
export type RedeemPasswordLinkBody = v.InferOutput<typeof RedeemPasswordLinkBody>

/** `renew`: whether a new link replaces one that is still valid. */
export const InvitationBody = v.object({ renew: v.optional(Flag, false) })
