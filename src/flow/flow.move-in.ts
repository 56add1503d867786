import { eq } from 'drizzle-orm'
import { setDefaultFlows } from '../connection/connection.move-in'
import { Refusal } from '../kernel/errors'
import { takenBy, unusedName } from '../kernel/move-in/free-choice'
import type { MoveIn, MoveInStep } from '../kernel/move-in/move-in-step'
import type { MoveInNote, NoteValues } from '../kernel/move-in/move-in-reasons.contract'
import { flagOf, jsonOf, textOf, timesOf } from '../kernel/move-in/source-values'
import { listOf, objectOf, objectsIn, textOf as jsonText } from '../kernel/untyped-json.contract'
import { importFlow } from './edit/import-flow'
import { insertVersion, writeDrawing } from './edit/save-flow'
import { nodeTypes } from './flow.contract'
import { flowRecords } from './flow.queries'
import { flowTable } from './flow.tables'
import { attachFlowFiles, flowFiles, lacksFlowFiles } from './moved-flow-files'
import { flowCampaignTable } from './run/flow-run.tables'

/** Which nodes the editor's importer turns into others. */
const turned = ['input', 'question']
const known: readonly string[] = [...nodeTypes, ...turned]

const flows: MoveInStep = {
  table: 'FlowBuilders',
  take(moveIn, row) {
    const { ctx, note } = moveIn
    const taken = takenBy(moveIn, 'name', () => {
      const others = ctx.db.select({ key: flowTable.nameKey }).from(flowTable).all()
      return others.map(({ key }) => key)
    })
    const { name, nameKey } = unusedName(textOf(row['name']), taken, { missing: 'Fluxo' })
    taken.add(nameKey)
    const { id } = ctx.db
      .insert(flowTable)
      .values({ name, nameKey, active: false, ...timesOf(row) })
      .returning({ id: flowTable.id })
      .get()
    const start = { id: 'start', type: 'start', position: { x: 80, y: 160 }, data: {} }
    insertVersion(ctx, { flowId: id, version: 1 }, writeDrawing({ nodes: [start], connections: [] }))
    const problems = drawFlow(moveIn, id, row['flow'])
    for (const [code, values] of problems) note(code, { name, ...values })
    if (problems.length === 0)
      ctx.db
        .update(flowTable)
        .set({ active: flagOf(row['active'], true) })
        .where(eq(flowTable.id, id))
        .run()
    attachFlowFiles(moveIn, id, timesOf(row).createdAt)
    return id
  },
  lacks: ({ ctx }, id) => flowRecords.find(ctx, id) !== undefined && lacksFlowFiles(ctx, id),
  complete: (moveIn, id, row) => void attachFlowFiles(moveIn, id, timesOf(row).createdAt),
  files: { flow: flowFiles },
}

type Problem = readonly [code: MoveInNote, values: NoteValues]

/** Why it may not run. */
function drawFlow({ ctx }: MoveIn, id: number, stored: string | null | undefined): Problem[] {
  const drawing = objectOf(jsonOf(stored))
  const nodes = objectsIn(drawing['nodes'])
  if (nodes.length === 0) return [['flowEmpty', {}]]
  const unknown = [...new Set(nodes.map(({ type }) => jsonText(type)).filter((type) => !known.includes(type)))]
  const kept = nodes.filter(({ type }) => known.includes(jsonText(type)))
  const whole = { nodes: kept, connections: listOf(drawing['connections'] ?? drawing['edges']) }
  const named = unknown.map((type): Problem => ['flowNode', { type: type.slice(0, 50) }])
  try {
    const { problems, unresolved } = importFlow(ctx, id, JSON.stringify(whole))
    const errors = problems
      // Files come after the rows of all tables.
      .filter(({ level, code }) => level === 'error' && code !== 'missingFile')
      .map(({ code, nodeId }): Problem => ['flowProblem', { code, node: nodeId ?? '' }])
    const missing = unresolved.filter(({ kind }) => kind !== 'file')
    return [...named, ...errors, ...missing.map(({ name }): Problem => ['flowMissing', { missing: name }])]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [...named, ['flowNotUnderstood', {}]]
  }
}

const flowCampaigns: MoveInStep = {
  table: 'FlowCampaigns',
  take({ ctx, find }, row) {
    const flowId = find('FlowBuilders', row['flowId'])
    if (flowId === undefined) return { skipped: 'parent FlowBuilders' }
    const listed = listOf(jsonOf(row['whatsappIds'])).map(String)
    const ids = [...new Set([...listed, ...(row['whatsappId'] ? [row['whatsappId']] : [])])]
    const connectionId = ids.length === 1 ? (find('Whatsapps', ids[0]) ?? null) : null
    return ctx.db
      .insert(flowCampaignTable)
      .values({
        name: textOf(row['name'], 100),
        flowId,
        connectionId,
        phrase: textOf(row['phrase'], 1000),
        status: flagOf(row['status'], true),
        ...timesOf(row),
      })
      .returning({ id: flowCampaignTable.id })
      .get().id
  },
}

/** Theirs are of the company, ours of each connection. */
const flowDefaults: MoveInStep = {
  table: 'FlowDefaults',
  take({ ctx, find }, row) {
    setDefaultFlows(ctx, {
      flowIdWelcome: find('FlowBuilders', row['flowIdWelcome']) ?? null,
      flowIdNotPhrase: find('FlowBuilders', row['flowIdNotPhrase']) ?? null,
    })
    return 0
  },
}

export const flowMoveIn = { flows, flowCampaigns, flowDefaults }
