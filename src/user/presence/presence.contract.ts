import * as v from 'valibot'
import { textOrNone } from '../../kernel/http/body-values'

export const pauseReasons = ['break', 'lunch', 'meeting', 'training', 'personal', 'other'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const PauseBody = v.object({
  reason: v.picklist(pauseReasons, 'invalid'),
  note: v.optional(v.pipe(textOrNone(100), v.trim()), ''),
})
export type PauseBody = v.InferOutput<typeof PauseBody>

/** Null ends the pause. */
export const PresenceBody = v.object({ pause: v.nullable(PauseBody) })

export const Pause = v.object({ reason: v.picklist(pauseReasons), note: v.string(), since: v.string() })
export type Pause = v.InferOutput<typeof Pause>

export const Presence = v.object({
  userId: v.number(),
  name: v.string(),
  online: v.boolean(),
  pause: v.nullable(Pause),
  /** Since midnight in the company's time zone, with the present pause. */
  pausedTodaySeconds: v.number(),
})
export type Presence = v.InferOutput<typeof Presence>
