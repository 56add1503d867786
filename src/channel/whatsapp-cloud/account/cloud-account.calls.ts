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
  /**
   * What is to be entered at Meta, with a path in place of the address where the product's public address is unknown; null
   * where events arrive at the address of the host's app.
   */
  webhook: v.nullable(v.object({ url: v.string(), verifyToken: v.string() })),
  verifiedAt: v.nullable(v.string()),
  verifiedName: v.string(),
  quality: v.string(),
  tier: v.string(),
  /** Why Meta delivers no history of the WhatsApp Business app; empty without an error. */
  historyError: v.string(),
  /** The last error that Meta reported about the number itself; empty without one. */
  reportedError: v.string(),
  reportedAt: v.nullable(v.string()),
  /** The newest month first. */
  months: v.array(v.object({ /** YYYY-MM */ month: v.string(), charges: v.array(Charge) })),
})
export type CloudAccountView = v.InferOutput<typeof CloudAccountView>

const FoundNumber = v.object({
  phoneNumberId: v.string(),
  displayNumber: v.string(),
  verifiedName: v.string(),
  isRegistered: v.boolean(),
  isFunded: v.boolean(),
  /** The company's connection with this number, which gets a new token. */
  connectionName: v.nullable(v.string()),
})
export type FoundNumber = v.InferOutput<typeof FoundNumber>

export const cloudAccountCalls = defineCalls({
  /** `hasSignup`: the host has set up Meta's Embedded Signup. */
  'GET /whatsapp-cloud': { answer: v.object({ hasHostApp: v.boolean(), hasSignup: v.boolean() }) },
  'POST /whatsapp-cloud': { body: CreateCloudConnectionBody, answer: CloudAccountView },
  /** Where to send the browser for Meta's signup. */
  'POST /whatsapp-cloud/login': { body: SignupBody, answer: v.object({ address: v.string() }) },
  /** Lists the numbers that the user shared in the signup. */
  'POST /whatsapp-cloud/numbers': {
    body: LoginReturnBody,
    answer: v.object({ link: v.string(), numbers: v.array(FoundNumber) }),
  },
  'POST /whatsapp-cloud/links': { body: LinkNumberBody, answer: CloudAccountView },
  'GET /whatsapp-cloud/:id': { params: IdParams, answer: CloudAccountView },
  'PUT /whatsapp-cloud/:id': { params: IdParams, body: UpdateCloudAccountBody, answer: CloudAccountView },
})
