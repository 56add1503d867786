import * as v from 'valibot'
import { Flag } from '../../kernel/http/body-values'
import { Email, Password } from '../../platform/company/company.contract'

const Token = v.pipe(v.string('required'), v.maxLength(200, 'tooLong'))

export const PasswordLinkBody = v.object({ token: Token })

export const RedeemPasswordLinkBody = v.object({ token: Token, password: Password })
export type RedeemPasswordLinkBody = v.InferOutput<typeof RedeemPasswordLinkBody>

/** `renew`: replaces one that is still valid. */
export const InvitationBody = v.object({ renew: v.optional(Flag, false), mail: v.optional(Flag, false) })

export const ForgotPasswordBody = v.object({ email: Email })

/** `answer`: of the mail server. */
export const LinkMail = v.object({ state: v.picklist(['sending', 'sent', 'failed']), answer: v.string() })
export type LinkMail = v.InferOutput<typeof LinkMail>
