import * as v from 'valibot'
import { Charge } from '../../charges.contract'
import { defineCalls } from '../../../kernel/http/calls'
import { IdParams } from '../../../kernel/http/request-parts'
import { LoginReturnBody } from '../../meta/meta-login.contract'
import { CreateCloudConnectionBody, LinkNumberBody, SignupBody, UpdateCloudAccountBody } from './cloud-account.contract'

const SecretState = v.picklist(['none', 'set', 'unreadable'])

export const CloudAccountView = v.object({
  whatsappId: v.number(),
  name: v.string(),
  phoneNumberId: v.string(),
  businessAccountId: v.string(),
  token: SecretState,
  appSecret: SecretState,
  /** The host's Meta app signs for connections without their own app secret. */
  hasHostApp: v.boolean(),
  /** To be entered at Meta, a path without a public address; null where the host's app receives. */
  webhook: v.nullable(v.object({ url: v.string(), verifyToken: v.string() })),
  verifiedAt: v.nullable(v.string()),
  verifiedName: v.string(),
  quality: v.string(),
  tier: v.string(),
  historyError: v.string(),
  reportedError: v.string(),
  reportedAt: v.nullable(v.string()),
  months: v.array(v.object({ /** YYYY-MM */ month: v.string(), charges: v.array(Charge) })),
})
export type CloudAccountView = v.InferOutput<typeof CloudAccountView>

const FoundNumber = v.object({
  phoneNumberId: v.string(),
  displayNumber: v.string(),
  verifiedName: v.string(),
  isRegistered: v.boolean(),
  isFunded: v.boolean(),
  /** The connection that gets a new token. */
  connectionName: v.nullable(v.string()),
})
export type FoundNumber = v.InferOutput<typeof FoundNumber>

export const cloudAccountCalls = defineCalls({
  /** `hasSignup`: Embedded Signup is set up. */
  'GET /whatsapp-cloud': { answer: v.object({ hasHostApp: v.boolean(), hasSignup: v.boolean() }) },
  'POST /whatsapp-cloud': { body: CreateCloudConnectionBody, answer: CloudAccountView },
  'POST /whatsapp-cloud/login': { body: SignupBody, answer: v.object({ address: v.string() }) },
  'POST /whatsapp-cloud/numbers': {
    body: LoginReturnBody,
    answer: v.object({ link: v.string(), numbers: v.array(FoundNumber) }),
  },
  'POST /whatsapp-cloud/links': { body: LinkNumberBody, answer: CloudAccountView },
  'GET /whatsapp-cloud/:id': { params: IdParams, answer: CloudAccountView },
  'PUT /whatsapp-cloud/:id': { params: IdParams, body: UpdateCloudAccountBody, answer: CloudAccountView },
})
