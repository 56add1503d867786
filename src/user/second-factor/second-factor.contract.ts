import * as v from 'valibot'

export const Code = v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(20, 'wrongCode'))
const CurrentPassword = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(200, 'tooLong'))

export const PasswordBody = v.object({ currentPassword: CurrentPassword })
export const PasswordAndCodeBody = v.object({ currentPassword: CurrentPassword, code: Code })
export const EnableTotpBody = v.object({ setup: v.pipe(v.string(), v.maxLength(500, 'tooLong')), code: Code })
