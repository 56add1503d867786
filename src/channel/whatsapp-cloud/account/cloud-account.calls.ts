import * as v from 'valibot'
import { Charge } from '../../charges.contract'
import { defineCalls } from '../../../kernel/http/calls'
import { IdParams } from '../../../kernel/http/request-parts'
import { CreateCloudConnectionBody, UpdateCloudAccountBody } from './cloud-account.contract'

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
  /** To be entered at Meta; a path without the host where the product's public address is unknown. */
  webhookUrl: v.string(),
  verifyToken: v.string(),
  verifiedAt: v.nullable(v.string()),
  verifiedName: v.string(),
  quality: v.string(),
  tier: v.string(),
  /** The last error that Meta reported about the number itself; empty without one. */
  reportedError: v.string(),
  reportedAt: v.nullable(v.string()),
  /** The newest month first. */
  months: v.array(v.object({ /** YYYY-MM */ month: v.string(), charges: v.array(Charge) })),
})
export type CloudAccountView = v.InferOutput<typeof CloudAccountView>

export const cloudAccountCalls = defineCalls({
  'GET /whatsapp-cloud': { answer: v.object({ hasHostApp: v.boolean() }) },
  'POST /whatsapp-cloud': { body: CreateCloudConnectionBody, answer: CloudAccountView },
  'GET /whatsapp-cloud/:id': { params: IdParams, answer: CloudAccountView },
  'PUT /whatsapp-cloud/:id': { params: IdParams, body: UpdateCloudAccountBody, answer: CloudAccountView },
})
