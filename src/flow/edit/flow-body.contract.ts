import * as v from 'valibot'
import { Flag, Id, orInitial } from '../../kernel/http/body-values'
import { nameText } from '../../kernel/text/name-text.contract'
import { listUpTo, oneOrSeveral, pageNumberUpTo, SearchParam } from '../../kernel/http/request-parts'
import { FlowConnection, FlowDrawing, flowLimits, ScheduledTime } from '../flow.contract'

/** The bodies of the flow list's and editor's calls. */

const FlowName = v.pipe(
  v.string('flowNameRequired'),
  v.check((text) => text.trim() !== '', 'flowNameRequired'),
  nameText(2, 50),
)

export const FlowBody = v.object({ name: FlowName })

/** PUT /flowbuilder. Omitted fields stay unchanged. */
export const UpdateFlowBody = v.object({
  flowId: Id,
  name: v.optional(FlowName),
  active: v.optional(Flag),
})
export type UpdateFlowBody = v.InferOutput<typeof UpdateFlowBody>

/** POST /flowbuilder/duplicate. A given drawing replaces the newest version in the copy. */
export const DuplicateFlowBody = v.object({
  flowId: Id,
  nodes: v.optional(FlowDrawing.entries.nodes),
  connections: v.optional(FlowDrawing.entries.connections),
})
export type DuplicateFlowBody = v.InferOutput<typeof DuplicateFlowBody>

/** PUT /flowbuilder/schedule: an empty text clears it. */
export const ScheduleFlowBody = v.object({
  flowId: Id,
  scheduledTimeRun: orInitial(v.union([v.literal(''), ScheduledTime], 'scheduledTime'), ''),
})

/** POST /flowbuilder/flow. `version`: the one that was opened; with another one saved since, this is refused. */
export const SaveFlowBody = v.object({
  idFlow: Id,
  nodes: FlowDrawing.entries.nodes,
  connections: listUpTo(FlowConnection, flowLimits.connections),
  version: v.optional(v.nullable(Id)),
})
export type SaveFlowBody = v.InferOutput<typeof SaveFlowBody>

/** POST /flowbuilder/import: the text of the file. */
export const ImportFlowBody = v.object({
  flow: v.pipe(v.string('flowFile'), v.maxLength(flowLimits.json, 'flowFile')),
  flowid: Id,
})

/** POST /flowbuilder/restore: an earlier drawing becomes the newest version. */
export const RestoreFlowBody = v.object({ flowId: Id, version: Id })

/** POST /flowbuilder/img, /audio and /content. Programs of similar systems also send the names of the files. */
export const FlowMediaBody = v.object({
  medias: oneOrSeveral(v.file('required'), 20),
  fromMe: v.optional(v.string()),
  body: v.optional(v.unknown()),
})

/** GET /flowbuilder and /flowcampaign. Without search and page number, everything: for pickers. */
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
