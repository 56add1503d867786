import * as v from 'valibot'
import { defineCalls } from '../../../kernel/http/calls'
import { IdParams } from '../../../kernel/http/request-parts'
import { LoginReturnBody } from '../meta-login.contract'
import { FacebookLoginBody, LinkAccountsBody, PageAccountBody } from './page-account.contract'

const Channel = v.picklist(['facebook', 'instagram'])

const FoundAccount = v.object({
  accountId: v.string(),
  channel: Channel,
  name: v.string(),
  username: v.string(),
  /** The connection that gets a new token. */
  connectionName: v.nullable(v.string()),
})
export type FoundAccount = v.InferOutput<typeof FoundAccount>

const Linked = v.object({
  connections: v.array(v.object({ id: v.number(), name: v.string(), channel: Channel })),
  /** Each with an error code. */
  notLinked: v.array(v.object({ name: v.string(), channel: Channel, error: v.string() })),
})
export type LinkedAccounts = v.InferOutput<typeof Linked>

const PageAccountView = v.object({
  whatsappId: v.number(),
  name: v.string(),
  channel: Channel,
  pageId: v.string(),
  accountName: v.string(),
  username: v.string(),
  token: v.picklist(['none', 'set', 'unreadable']),
  tokenExpiresAt: v.nullable(v.string()),
  verifiedAt: v.nullable(v.string()),
  humanAgent: v.boolean(),
  takesComments: v.boolean(),
})
export type PageAccountView = v.InferOutput<typeof PageAccountView>

const Address = v.object({ address: v.string() })
const Found = v.object({ link: v.string(), accounts: v.array(FoundAccount) })

export const pageAccountCalls = defineCalls({
  'GET /facebook': { answer: v.object({ hasHostApp: v.boolean() }) },
  'POST /facebook': { body: FacebookLoginBody, answer: Linked },
  'POST /facebook/login': { answer: Address },
  'POST /facebook/accounts': { body: LoginReturnBody, answer: Found },
  'POST /facebook/links': { body: LinkAccountsBody, answer: Linked },
  'GET /facebook/:id': { params: IdParams, answer: PageAccountView },
  'PUT /facebook/:id': { params: IdParams, body: PageAccountBody, answer: PageAccountView },
})

export const pageSupportCalls = defineCalls({
  'POST /companies/:id/facebook/login': { params: IdParams, answer: Address },
  'POST /companies/:id/facebook/accounts': { params: IdParams, body: LoginReturnBody, answer: Found },
  'POST /companies/:id/facebook/links': { params: IdParams, body: LinkAccountsBody, answer: Linked },
})
