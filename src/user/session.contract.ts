import * as v from 'valibot'

export const LoginBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(255), v.email('invalidEmail')),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200)),
})
export type LoginBody = v.InferOutput<typeof LoginBody>

export type Language = 'pt' | 'en' | 'es'
