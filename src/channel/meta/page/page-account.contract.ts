import * as v from 'valibot'

import { listUpTo } from '../../../kernel/http/request-parts'
import { newConnection } from '../../new-connection.contract'
import { MetaToken } from '../meta-login.contract'

const MetaId = v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.regex(/^\d{1,30}$/, 'onlyDigits'))

const { name: _name, ...ofConnections } = newConnection

export const FacebookLoginBody = v.object({
  facebookUserId: MetaId,
  facebookUserToken: MetaToken,
  addInstagram: v.optional(v.boolean(), false),
  ...ofConnections,
})
export type FacebookLoginBody = v.InferOutput<typeof FacebookLoginBody>

export const LinkAccountsBody = v.object({
  link: MetaToken,
  accountIds: v.pipe(listUpTo(MetaId, 200), v.minLength(1, 'required')),
  ...ofConnections,
  queueIds: newConnection.queueIds.wrapped,
})
export type LinkAccountsBody = v.InferOutput<typeof LinkAccountsBody>

export const PageAccountBody = v.object({ humanAgent: v.boolean(), takesComments: v.boolean() })
export type PageAccountBody = v.InferOutput<typeof PageAccountBody>
