import * as v from 'valibot'
import { BotErrorView } from '../bot/bot-error.contract'
import { defineCalls } from '../kernel/http/calls'
import { IdParams, IdText } from '../kernel/http/request-parts'
import { viewOf } from '../kernel/record/record-view'
import { flowTable } from './flow.tables'
import { TagView } from '../tag/tag.record'
import {
  DuplicateFlowBody,
  FlowBody,
  FlowMediaBody,
  ImportFlowBody,
  RestoreFlowBody,
  SaveFlowBody,
  ScheduleFlowBody,
  UpdateFlowBody,
} from './edit/flow-body.contract'
import { FlowProblem } from './edit/flow-problems.contract'
import { flowLimits, flowMediaLimits, FlowDrawing } from './flow.contract'
import { TestPhraseBody } from './phrase/phrase.contract'
import { FlowCampaignView } from './phrase/phrase.record'

export const FlowView = viewOf(flowTable)
export type FlowView = v.InferOutput<typeof FlowView>

export const triggerKinds = ['phrase', 'welcome', 'notPhrase', 'scheduled', 'connection', 'queue', 'option'] as const

export const FlowTriggerView = v.object({
  kind: v.picklist(triggerKinds),
  /** Of the phrase's campaign, the connection, or the queue, also of an option. */
  id: v.number(),
  name: v.string(),
  /** A phrase's connection, null for all; an option's queue. */
  of: v.nullable(v.string()),
  /** Switched off, or without hours. */
  active: v.boolean(),
})
export type FlowTriggerView = v.InferOutput<typeof FlowTriggerView>

/** `lastError` for admins. `triggers` absent without paging. */
export const ListedFlow = v.object({
  ...FlowView.entries,
  lastError: v.optional(v.nullable(BotErrorView)),
  triggers: v.optional(v.array(FlowTriggerView)),
})
export type ListedFlow = v.InferOutput<typeof ListedFlow>

export const FlowPage = v.object({ flows: v.array(ListedFlow), hasMore: v.boolean(), count: v.number() })
export type FlowPage = v.InferOutput<typeof FlowPage>

const SavedBy = v.nullable(v.object({ id: v.number(), name: v.string() }))

export const OpenedFlow = v.object({
  ...FlowView.entries,
  savedBy: SavedBy,
  flow: FlowDrawing,
})
export type OpenedFlow = v.InferOutput<typeof OpenedFlow>

const SavedFlow = v.object({
  id: v.number(),
  version: v.number(),
  updatedAt: v.string(),
  problems: v.array(FlowProblem),
})
export type SavedFlow = v.InferOutput<typeof SavedFlow>

const unresolvedKinds = ['ticket', 'tag', 'agent', 'file'] as const

/** `name` may be empty. */
const UnresolvedReference = v.object({ kind: v.picklist(unresolvedKinds), name: v.string() })
export type UnresolvedReference = v.InferOutput<typeof UnresolvedReference>

const ImportedFlow = v.object({ ...SavedFlow.entries, unresolved: v.array(UnresolvedReference) })
export type ImportedFlow = v.InferOutput<typeof ImportedFlow>

const FlowVersion = v.object({
  version: v.number(),
  at: v.string(),
  savedBy: SavedBy,
  nodes: v.number(),
})
export type FlowVersion = v.InferOutput<typeof FlowVersion>

const drawing = { jsonBytesMax: 3 * flowLimits.json, jsonValuesMax: flowLimits.values }
const files = (count: number) => ({
  files: { fields: { medias: count }, fileBytesMax: flowMediaLimits.video.bytesMax },
})

export const flowEditorCalls = defineCalls({
  'GET /flowbuilder/flow/:id': { params: IdParams, answer: v.object({ flow: OpenedFlow }) },
  'GET /flowbuilder/triggers/:id': { params: IdParams, answer: v.object({ triggers: v.array(FlowTriggerView) }) },
  'GET /flowbuilder/export/:id': { params: IdParams, answer: 'file' },
  'GET /flowbuilder/versions/:id': { params: IdParams, answer: v.object({ versions: v.array(FlowVersion) }) },
  'GET /flowbuilder/versions/:id/:version': { params: v.object({ id: IdText, version: IdText }), answer: FlowDrawing },
  'GET /flowbuilder/fields': { answer: v.object({ fields: v.array(v.string()) }) },
  'GET /tags/flowbuilder': { answer: v.array(TagView) },
  'POST /flowbuilder': { body: FlowBody, answer: FlowView },
  'POST /flowbuilder/duplicate': { body: DuplicateFlowBody, limits: drawing, answer: FlowView },
  'POST /flowbuilder/flow': { body: SaveFlowBody, limits: drawing, answer: SavedFlow },
  'POST /flowbuilder/import': { body: ImportFlowBody, limits: drawing, answer: ImportedFlow },
  'POST /flowbuilder/restore': { body: RestoreFlowBody, answer: SavedFlow },
  'POST /flowbuilder/img': { body: FlowMediaBody, limits: files(1), answer: v.object({ name: v.string() }) },
  'POST /flowbuilder/audio': { body: FlowMediaBody, limits: files(1), answer: v.object({ name: v.string() }) },
  'POST /flowbuilder/content': { body: FlowMediaBody, limits: files(20), answer: v.array(v.string()) },
  'PUT /flowbuilder': { body: UpdateFlowBody, answer: FlowView },
  'PUT /flowbuilder/schedule': { body: ScheduleFlowBody, answer: FlowView },
})

/** Takes the cookie: browsers fetch pictures without a bearer token. */
export const flowFileCalls = defineCalls({
  'GET /public/:name': { params: v.object({ name: v.string() }), answer: 'file' },
})

declare module '../kernel/record/record-change.contract' {
  interface Records {
    flow: FlowView
  }
}

const PhraseTest = v.object({
  campaign: v.nullable(FlowCampaignView),
  flow: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type PhraseTest = v.InferOutput<typeof PhraseTest>

export const phraseTestCalls = defineCalls({
  'POST /flowcampaign/test': { body: TestPhraseBody, limits: { jsonBytesMax: 256 * 1024 }, answer: PhraseTest },
})
