import { keysOf } from '../kernel/typed-object.contract'

export const setupSteps = ['whatsapp', 'queue', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Ways in which a message reaches nobody, each with the step that mends it. */
export const stepOfGap = {
  connectionWithoutQueue: 'queue',
  /** It offers several queues, but has no greeting that could ask for one. */
  connectionWithoutWelcome: 'queue',
  queueWithoutPeople: 'queue',
  personWithoutQueue: 'people',
} as const satisfies Record<string, SetupStep>
export const gapKinds = keysOf(stepOfGap)
