import * as v from 'valibot'
import { Flag, flagOr, Id, IdOrNone, textOrNone, RequestKey } from '../kernel/http/body-values'
import { nameText } from '../kernel/text/name-text.contract'
import { listUpTo } from '../kernel/http/request-parts'

export const macroStepKinds = ['reply', 'note', 'addTags', 'removeTags', 'transfer', 'resolve'] as const
export type MacroStepKind = (typeof macroStepKinds)[number]

export const macroStepsMax = 10
const tagsMax = 20

const isText = (kind: MacroStepKind) => kind === 'reply' || kind === 'note'
const isTags = (kind: MacroStepKind) => kind === 'addTags' || kind === 'removeTags'
/** The ticket then is no longer the user's. */
const isLast = (kind: MacroStepKind) => kind === 'transfer' || kind === 'resolve'

export const MacroStep = v.pipe(
  v.object({
    kind: v.picklist(macroStepKinds, 'invalid'),
    text: v.optional(textOrNone(4096), ''),
    tagIds: v.optional(listUpTo(Id, tagsMax, 'tooLong'), []),
    queueId: v.optional(IdOrNone, null),
    farewell: flagOr(true),
  }),
  v.forward(
    v.check(({ kind, text }) => !isText(kind) || text.trim() !== '', 'required'),
    ['text'],
  ),
  v.forward(
    v.check(({ kind, tagIds }) => !isTags(kind) || tagIds.length > 0, 'required'),
    ['tagIds'],
  ),
  v.forward(
    v.check(({ kind, queueId }) => kind !== 'transfer' || queueId !== null, 'required'),
    ['queueId'],
  ),
)
export type MacroStep = v.InferOutput<typeof MacroStep>

const Steps = v.pipe(
  listUpTo(MacroStep, macroStepsMax, 'tooLong'),
  v.minLength(1, 'required'),
  v.check((steps) => steps.slice(0, -1).every(({ kind }) => !isLast(kind)), 'lastStep'),
)

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
