import * as v from 'valibot'
import { flagOr, HttpUrl, Id, IdOrNone, readsAs, textOrNone } from '../../kernel/http/body-values'
import { listUpTo } from '../../kernel/http/request-parts'
import { ticketPriorities } from '../../ticket/ticket-priority.contract'

/** In the order in which they are offered. */
export const stepKinds = [
  'reply',
  'note',
  'addTags',
  'removeTags',
  'priority',
  'transfer',
  'assign',
  'flow',
  'webhook',
  'resolve',
] as const
export type StepKind = (typeof stepKinds)[number]

export const stepsMax = 10
const tagsMax = 20

const isText = (kind: StepKind) => kind === 'reply' || kind === 'note'
const isTags = (kind: StepKind) => kind === 'addTags' || kind === 'removeTags'
const Step = v.pipe(
  v.object({
    kind: v.picklist(stepKinds, 'invalid'),
    text: v.optional(textOrNone(4096), ''),
    tagIds: v.optional(listUpTo(Id, tagsMax, 'tooLong'), []),
    queueId: v.optional(IdOrNone, null),
    userId: v.optional(IdOrNone, null),
    flowId: v.optional(IdOrNone, null),
    priority: v.optional(v.picklist(ticketPriorities, 'invalid'), 'normal'),
    url: v.optional(readsAs<string>()(v.union([v.literal(''), HttpUrl], 'url')), ''),
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
  v.forward(
    v.check(({ kind, userId }) => kind !== 'assign' || userId !== null, 'required'),
    ['userId'],
  ),
  v.forward(
    v.check(({ kind, flowId }) => kind !== 'flow' || flowId !== null, 'required'),
    ['flowId'],
  ),
  v.forward(
    v.check(({ kind, url }) => kind !== 'webhook' || url !== '', 'required'),
    ['url'],
  ),
)
/** Fields of other kinds are ignored. */
export type Step = v.InferOutput<typeof Step>

/** One to ten of these kinds. After one of the `last` kinds nothing may follow. */
export function stepsOf(kinds: readonly StepKind[], last: readonly StepKind[]) {
  return v.pipe(
    listUpTo(Step, stepsMax, 'tooLong'),
    v.minLength(1, 'required'),
    v.check((steps) => steps.every(({ kind }) => kinds.includes(kind)), 'invalid'),
    v.check((steps) => steps.slice(0, -1).every(({ kind }) => !last.includes(kind)), 'lastStep'),
  )
}

export const StepView = v.object({
  kind: v.picklist(stepKinds),
  text: v.string(),
  tagIds: v.array(v.number()),
  queueId: v.nullable(v.number()),
  userId: v.nullable(v.number()),
  flowId: v.nullable(v.number()),
  priority: v.picklist(ticketPriorities),
  url: v.string(),
  farewell: v.boolean(),
})

export const newStep = (kind: StepKind): Step => ({
  kind,
  text: '',
  tagIds: [],
  queueId: null,
  userId: null,
  flowId: null,
  priority: 'normal',
  url: '',
  farewell: true,
})

/** Fills in fields that a step stored by an earlier version lacks. */
export const wholeStep = (step: Step): Step => ({ ...newStep(step.kind), ...step })
