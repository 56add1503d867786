import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'

export const DeviceView = v.object({
  id: v.string(),
  /** Empty when unknown, like `system`. */
  browser: v.string(),
  system: v.string(),
  kind: v.picklist(['computer', 'phone', 'tablet']),
  /** Of the last sign-in there. */
  address: v.string(),
  firstAt: v.string(),
  lastAt: v.string(),
  /** Where the user is signed in now. */
  isPresent: v.boolean(),
  /** Until confirmed. */
  isNew: v.boolean(),
})
export type DeviceView = v.InferOutput<typeof DeviceView>

const DeviceParams = v.object({ device: v.pipe(v.string(), v.maxLength(100)) })

/** A user is signed in at one device at a time. */
export const deviceCalls = defineCalls({
  'GET /devices': { answer: v.object({ devices: v.array(DeviceView) }) },
  'POST /devices/:device/confirm': { params: DeviceParams, answer: Done },
  /** The next sign-in there is announced as new. */
  'DELETE /devices/:device': { params: DeviceParams, answer: Done },
  /** Of an admin: everybody of the company but the caller. */
  'DELETE /sessions': { answer: v.object({ ended: v.number() }) },
  /** Of a colleague, by an admin. */
  'DELETE /users/:id/session': { params: IdParams, answer: Done },
})

/** For super users: everybody of a company but the caller. */
export const companySessionCalls = defineCalls({
  'DELETE /companies/:id/sessions': { params: IdParams, answer: v.object({ ended: v.number() }) },
})
