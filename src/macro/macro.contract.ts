import * as v from 'valibot'
import { Flag, flagOr, Id, RequestKey } from '../kernel/http/body-values'
import { nameText } from '../kernel/text/name-text.contract'
import { stepKinds, stepsOf } from './step/step.contract'

export const macroStepKinds = stepKinds.filter((kind) => kind !== 'webhook')

/** After these, the ticket is no longer the user's. */
const Steps = stepsOf(macroStepKinds, ['transfer', 'assign', 'flow', 'resolve'])

export const MacroBody = v.object({ name: nameText(2, 60), shared: flagOr(false), steps: Steps })
export type MacroBody = v.InferOutput<typeof MacroBody>

export const UpdateMacroBody = v.partial(v.object({ name: MacroBody.entries.name, shared: Flag, steps: Steps }))
export type UpdateMacroBody = v.InferOutput<typeof UpdateMacroBody>

/** A repeated `key` on the ticket does nothing. */
export const RunMacroBody = v.object({
  ticketId: Id,
  key: RequestKey,
  sign: flagOr(false),
})
export type RunMacroBody = v.InferOutput<typeof RunMacroBody>
