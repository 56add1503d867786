import * as v from 'valibot'
import { Id } from '../../kernel/http/body-values'
import { DayText, listUpTo } from '../../kernel/http/request-parts'
import { nameText } from '../../kernel/text/name-text.contract'

export const apiScopes = ['messages:send', 'tickets:read', 'contacts:read', 'contacts:write'] as const
export type ApiScope = (typeof apiScopes)[number]

/** Without connections, the token is for all of them. It is good to the end of `expiresOn`. */
export const ApiTokenBody = v.object({
  name: nameText(2, 50),
  scopes: v.pipe(listUpTo(v.picklist(apiScopes, 'invalid'), apiScopes.length), v.minLength(1, 'required')),
  connectionIds: listUpTo(Id, 100),
  expiresOn: v.pipe(
    v.nullable(v.union([v.literal(''), DayText], 'date')),
    v.transform((day) => day || null),
  ),
})
/** A key opens what its owner may do, so that the password is asked for again. */
export const ApiTokenForm = v.object({
  ...ApiTokenBody.entries,
  currentPassword: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(200, 'tooLong')),
})

export type ApiTokenBody = v.InferOutput<typeof ApiTokenBody>
