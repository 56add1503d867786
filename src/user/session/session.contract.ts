import * as v from 'valibot'
import { Password } from '../../platform/company/company.contract'

export const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255), v.email('invalidEmail')),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200)),
  newPassword: v.optional(Password),
})
export type LoginBody = v.InferOutput<typeof LoginBody>

export type Language = 'pt' | 'en' | 'es'
