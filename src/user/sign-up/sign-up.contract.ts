import * as v from 'valibot'
import { companyLanguages, CompanyName, Email, Password } from '../../platform/company/company.contract'
import { PhoneText } from '../../kernel/text/phone-text.contract'
import { UserName } from '../user.contract'

/** A given `companyId` is ignored: nobody may join a company this way. */
export const SignUpBody = v.object({
  name: UserName,
  email: Email,
  password: Password,
  phone: PhoneText,
  companyName: CompanyName,
  /** Determines the time zone. */
  language: v.optional(v.picklist(companyLanguages, 'invalid'), 'pt'),
  planId: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.toNumber())], 'required'),
    v.integer(),
    v.minValue(1, 'required'),
  ),
})
export type SignUpBody = v.InferOutput<typeof SignUpBody>
