import { findConnectionFacts } from '../connection/connection.queries'
import { actingUserId } from '../kernel/company/actor'
import { eraseReferences, inBatches } from '../kernel/company/batches'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { TagId } from '../kernel/ids'
import { clearLane } from './tag-links'
import type { TagBody, UpdateTagBody } from './tag.contract'
import { canDeleteTag, canDeleteUsedTag, canWriteLaneTexts } from './tag.policy'
import { findTag, getTag, lastLanePosition, listTags, type Tag } from './tag.queries'
import { presentTag, tagRecords } from './tag.record'
import { and, eq, gt, or } from 'drizzle-orm'
import { contactTagTable, tagTable, ticketTagTable } from './tag.tables'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    tagUses: readonly ((ctx: CompanyContext, tagId: TagId) => boolean)[]
  }
}

/** @throws Refusal ERR_TAG_NAME_ALREADY_EXISTS; ERR_PLAN_LIMIT for a lane */
export function createTag(ctx: CompanyContext, body: TagBody) {
  return ctx.transaction(() => {
    assertMayWrite(ctx, body)
    assertTag(ctx, { ...columnsOf(body), id: 0, kanban: body.kanban })
    const { name, color = randomColour() } = body
    const position = body.kanban ? lastLanePosition(ctx) : 0
    const values = { ...columnsOf(body), name, color, position, userId: actingUserId(ctx.actor) }
    return presentTag(ctx, tagRecords.create(ctx, values))
  })
}

/** A lane that becomes plain releases its tickets. @throws Refusal ERR_NO_PERMISSION for agents who do so or change its texts */
export function updateTag(ctx: CompanyContext, id: TagId, body: UpdateTagBody) {
  return ctx.transaction(() => {
    const before = getTag(ctx, id)
    const columns = columnsOf(body)
    const endsLane = before.kanban && body.kanban === false
    if (endsLane) assertNotNext(ctx, id)
    assertMayWrite(ctx, body, before)
    assertTag(ctx, { ...before, ...columns })
    const begins = !before.kanban && body.kanban === true
    tagRecords.update(ctx, id, { ...columns, ...(begins && { position: lastLanePosition(ctx) }) })
    assertNoEndlessMessages(ctx, id)
    if (endsLane) clearLane(ctx, id)
    return presentTag(ctx, getTag(ctx, id))
  })
}

/** In batches. @throws Refusal ERR_NO_PERMISSION; ERR_IN_USE for an agent's own tag; ERR_LANE_IS_NEXT */
export async function deleteTag(ctx: CompanyContext, id: TagId) {
  assertMayDelete(ctx, id)
  // What begins to use an unused one meanwhile keeps it.
  if (canDeleteUsedTag(ctx.actor)) for (const links of tagLinks) await inBatches(ctx, links(ctx, id))
  ctx.transaction(() => {
    assertMayDelete(ctx, id)
    tagRecords.remove(ctx, id)
  })
}

const tagLinks = [
  eraseReferences(contactTagTable.tagId, contactTagTable.contactId),
  eraseReferences(ticketTagTable.tagId, ticketTagTable.ticketId),
]

function assertMayDelete(ctx: CompanyContext, id: TagId) {
  const tag = getTag(ctx, id)
  if (!canDeleteTag(ctx.actor, tag)) refuse('ERR_NO_PERMISSION')
  if (!canDeleteUsedTag(ctx.actor) && isTagUsed(ctx, tag)) refuse('ERR_IN_USE')
  assertNotNext(ctx, id)
}

/** @throws Refusal ERR_LANE_IS_NEXT */
function assertNotNext(ctx: CompanyContext, id: TagId) {
  const lanes = listLanesLeadingTo(ctx, id).map(({ name }) => name)
  if (lanes.length > 0) refuse('ERR_LANE_IS_NEXT', { body: { lanes } })
}

function assertMayWrite(ctx: CompanyContext, body: UpdateTagBody, before?: Tag) {
  if (canWriteLaneTexts(ctx.actor)) return
  const changed = (['greetingMessageLane', 'messageRemarketing'] as const).some(
    (name) => body[name] !== undefined && body[name] !== (before?.[name] ?? ''),
  )
  if (changed) refuse('ERR_NO_PERMISSION')
}

function columnsOf({ whatsappIdRemarketing: connectionId, ...body }: UpdateTagBody) {
  return { ...body, ...(connectionId === undefined ? {} : { connectionIdRemarketing: connectionId }) }
}

const randomColour = () => `#${crypto.getRandomValues(new Uint8Array(3)).toHex()}`

type TagFacts = Pick<Tag, 'id' | 'kanban'> & Partial<Tag>

function assertTag(ctx: CompanyContext, tag: TagFacts) {
  if (tag.kanban) requirePlan(ctx, 'useKanban')
  const fields = { ...laneErrors(ctx, tag), ...remarketingErrors(ctx, tag) }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}

function laneErrors(ctx: CompanyContext, tag: TagFacts) {
  const lanes = { nextLaneId: tag.nextLaneId, rollbackLaneId: tag.rollbackLaneId }
  const errors = Object.entries(lanes).flatMap(([field, id]) => {
    if (!id) return []
    if (id === tag.id) return [[field, 'itself']]
    return findTag(ctx, id)?.kanban ? [] : [[field, 'unknown']]
  })
  if (tag.kanban && tag.timeLane && !tag.nextLaneId) errors.push(['nextLaneId', 'nextLaneRequired'])
  return Object.fromEntries(errors)
}

/** Nothing leads to a new lane, so it is in no circle. */
function assertNoEndlessMessages(ctx: CompanyContext, id: TagId) {
  const lanes = listTags(ctx, { kanban: true })
  const lane = lanes.find((one) => one.id === id)
  const field = lane && findEndlessStep(lanes, lane)
  if (field) refuse('ERR_INVALID_INPUT', { fields: { [field]: 'laneCircle' } })
}

/** An hour and a text are required. */
function remarketingErrors(ctx: CompanyContext, tag: TagFacts) {
  const fields: Record<string, string> = {}
  const { connectionIdRemarketing: connectionId, tagIdAfterRemarketing: afterId } = tag
  if (tag.daysForRemarketing) {
    if (!tag.hourRemarketing) fields['hourRemarketing'] = 'required'
    if (!tag.messageRemarketing?.trim()) fields['messageRemarketing'] = 'required'
  }
  if (connectionId && !findConnectionFacts(ctx, connectionId)) fields['whatsappIdRemarketing'] = 'unknown'
  if (afterId && !findTag(ctx, afterId)?.kanban) fields['tagIdAfterRemarketing'] = 'unknown'
  return fields
}

function isTagUsed(ctx: CompanyContext, { id, contacts, tickets }: Tag) {
  const leadsThere = or(
    ...[tagTable.nextLaneId, tagTable.rollbackLaneId, tagTable.tagIdAfterRemarketing].map((column) => eq(column, id)),
  )
  if (contacts + tickets > 0 || tagRecords.list(ctx, leadsThere).length > 0) return true
  return ctx.company.services.ports.tagUses.some((uses) => uses(ctx, id))
}

function listLanesLeadingTo(ctx: CompanyContext, id: TagId): Tag[] {
  const isNext = and(eq(tagTable.kanban, true), gt(tagTable.timeLane, 0), eq(tagTable.nextLaneId, id))
  return tagRecords.list(ctx, isNext)
}

type Lane = Pick<Tag, 'id' | 'timeLane' | 'nextLaneId' | 'greetingMessageLane' | 'daysForRemarketing'> &
  Pick<Tag, 'tagIdAfterRemarketing'>

interface Step {
  field: 'nextLaneId' | 'tagIdAfterRemarketing'
  to: Lane
  sends: boolean
}

/** The contact would get the same messages for ever. Circles that send nothing are harmless. */
function findEndlessStep(lanes: readonly Lane[], start: Lane): Step['field'] | undefined {
  const byId = new Map(lanes.map((lane) => [lane.id, lane]))
  return stepsFrom(start, byId).find((step) => comesBack(step, start.id, byId))?.field
}

function comesBack(first: Step, startId: TagId, byId: ReadonlyMap<TagId, Lane>) {
  const seen = new Set<string>()
  const steps = [first]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { to, sends } = step
    if (to.id === startId && sends) return true
    const key = `${to.id} ${sends}`
    if (to.id === startId || seen.has(key)) continue
    seen.add(key)
    steps.push(...stepsFrom(to, byId).map((next) => ({ ...next, sends: sends || next.sends })))
  }
  return false
}

/** After its time, or after the remarketing message. */
function stepsFrom(lane: Lane, byId: ReadonlyMap<TagId, Lane>): Step[] {
  const next = lane.timeLane > 0 ? byId.get(lane.nextLaneId ?? 0) : undefined
  const after = lane.daysForRemarketing > 0 ? byId.get(lane.tagIdAfterRemarketing ?? 0) : undefined
  return [
    ...(next ? [{ field: 'nextLaneId' as const, to: next, sends: next.greetingMessageLane.trim() !== '' }] : []),
    ...(after && after.id !== lane.id ? [{ field: 'tagIdAfterRemarketing' as const, to: after, sends: true }] : []),
  ]
}
