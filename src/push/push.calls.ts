import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { PushChoicesBody, PushDeviceBody } from './push.contract'

export const PushDevice = v.object({
  id: v.number(),
  /** Such as `Chrome, Android`. */
  name: v.string(),
  createdAt: v.string(),
  lastSuccessAt: v.nullable(v.string()),
})

export const PushState = v.object({
  ...PushChoicesBody.entries,
  /** The host's VAPID key, base64url. */
  publicKey: v.string(),
  devices: v.array(PushDevice),
})
export type PushState = v.InferOutput<typeof PushState>

export const pushCalls = defineCalls({
  'GET /push': { answer: PushState },
  'PUT /push': { body: PushChoicesBody, answer: PushState },
  'POST /push/devices': { body: PushDeviceBody, answer: PushDevice },
  'DELETE /push/devices/:id': { params: IdParams, answer: Done },
  'POST /push/test': { answer: Done },
})
