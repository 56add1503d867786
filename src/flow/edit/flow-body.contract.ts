import * as v from 'valibot'
import { Flag, Id, orInitial } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'
import { listUpTo, oneOrSeveral, pageNumberUpTo, SearchParam } from '../../kernel/http/request-parts'
import { FlowConnection, FlowDrawing, flowLimits, ScheduledTime } from '../flow.contract'

const FlowName = v.pipe(
  v.string('flowNameRequired'),
  v.check((text) => text.trim() !== '', 'flowNameRequired'),
  nameText(2, 50),
)

export const FlowBody = v.object({ name: FlowName })

export const UpdateFlowBody = v.object({
  flowId: Id,
  name: v.optional(FlowName),
  active: v.optional(Flag),
})
export type UpdateFlowBody = v.InferOutput<typeof UpdateFlowBody>

export const DuplicateFlowBody = v.object({
  flowId: Id,
  nodes: v.optional(FlowDrawing.entries.nodes),
  connections: v.optional(FlowDrawing.entries.connections),
})
export type DuplicateFlowBody = v.InferOutput<typeof DuplicateFlowBody>

export const ScheduleFlowBody = v.object({
  flowId: Id,
  scheduledTimeRun: orInitial(v.union([v.literal(''), ScheduledTime], 'scheduledTime'), ''),
})

/** `version`: as opened; refused if another was saved since. */
export const SaveFlowBody = v.object({
  idFlow: Id,
  nodes: FlowDrawing.entries.nodes,
  connections: listUpTo(FlowConnection, flowLimits.connections),
  version: v.optional(v.nullable(Id)),
})
export type SaveFlowBody = v.InferOutput<typeof SaveFlowBody>

export const ImportFlowBody = v.object({
  flow: v.pipe(v.string('flowFile'), v.maxLength(flowLimits.json, 'flowFile')),
  flowid: Id,
})

export const RestoreFlowBody = v.object({ flowId: Id, version: Id })

/** Similar systems also send the files' names. */
export const FlowMediaBody = v.object({
  medias: oneOrSeveral(v.file('required'), 20),
  fromMe: v.optional(v.string()),
  body: v.optional(v.unknown()),
})

export const FlowListQuery = v.pipe(
  v.object({
    searchParam: SearchParam,
    pageNumber: v.optional(
      v.union([
        v.pipe(
          v.literal(''),
          v.transform((): undefined => undefined),
        ),
        pageNumberUpTo(100_000),
      ]),
    ),
  }),
  v.transform(({ searchParam, pageNumber = searchParam ? 1 : undefined }) => ({ searchParam, pageNumber })),
)
