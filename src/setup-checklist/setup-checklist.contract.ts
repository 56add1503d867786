import * as v from 'valibot'
import { CompanyName } from '../platform/company/company.contract'
import { keysOf } from '../kernel/typed-object.contract'

export const setupSteps = ['company', 'whatsapp', 'queue', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

/** The name by which the company goes on; the present one when nothing else was wanted. */
export const CompanyNameBody = v.object({ name: CompanyName })

/** Ways in which a message reaches nobody, each with the step that mends it. */
export const stepOfGap = {
  connectionWithoutQueue: 'queue',
  /** It offers several queues, but has no greeting that could ask for one. */
  connectionWithoutWelcome: 'queue',
  queueWithoutPeople: 'queue',
  personWithoutQueue: 'people',
} as const satisfies Record<string, SetupStep>
export const gapKinds = keysOf(stepOfGap)
