import * as v from 'valibot'

/** Visible ASCII, as it becomes part of an address. */
export const MetaToken = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(2000, 'tooLong'),
  v.regex(/^[\x21-\x7e]*$/, 'invalid'),
)

export const LoginReturnBody = v.object({ code: MetaToken, state: MetaToken })
export type LoginReturnBody = v.InferOutput<typeof LoginReturnBody>

export type LoginKind = 'pages' | 'numbers'

/** Returns the id of the company for which the host logged in; undefined for a login for oneself. */
export const supportedCompanyOf = (state: string) => state.split('.')[3]

/** The dialog's state begins with the kind, as all logins return to the same page. */
export const loginKindOf = (state: string): LoginKind => (state.startsWith('numbers.') ? 'numbers' : 'pages')

export const tokenMissing = 'The token must be entered'
export const appSecretWrong = 'The app secret must be entered again'
/** A number's owner or phone ended its connection, by Meta's event. */
export const accountEnds = {
  PARTNER_REMOVED: 'The access was removed at Meta or in the WhatsApp Business app',
  ACCOUNT_OFFBOARDED: 'The number was registered on another phone',
  ACCOUNT_DELETED: 'The WhatsApp Business account was deleted',
}
