import * as v from 'valibot'
import { CompanyName } from '../platform/company/company.contract'
import { keysOf } from '../kernel/typed-object.contract'

export const setupSteps = ['company', 'whatsapp', 'queue', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

export const CompanyNameBody = v.object({ name: CompanyName })

export const stepOfGap = {
  connectionWithoutQueue: 'queue',
  /** Several queues, but no greeting to ask for one. */
  connectionWithoutWelcome: 'queue',
  queueWithoutPeople: 'queue',
  personWithoutQueue: 'people',
} as const satisfies Record<string, SetupStep>
export const gapKinds = keysOf(stepOfGap)
