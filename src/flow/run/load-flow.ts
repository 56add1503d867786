import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { type FlowGraph, readFlowGraph } from './flow-graph'
import { flowVersionTable } from '../flow.tables'

const rememberedMax = 100
/** Versions never change, so what was read stays true. */
const graphs = perCompany(() => new Map<string, FlowGraph>())

/** Returns a saved version of a flow, ready to run; undefined when it was deleted. */
export function loadFlow(ctx: CompanyContext, flowId: number, version: number): FlowGraph | undefined {
  const known = graphs(ctx.company)
  const key = `${flowId} ${version}`
  const found = known.get(key) ?? readFlow(ctx, flowId, version)
  if (!found) return undefined
  // Moves the entry to the end, as the most recently used.
  known.delete(key)
  known.set(key, found)
  const [oldest] = known.keys()
  if (known.size > rememberedMax && oldest !== undefined) known.delete(oldest)
  return found
}

function readFlow({ db }: CompanyContext, flowId: number, version: number): FlowGraph | undefined {
  const { nodes, connections } = flowVersionTable
  const row = db
    .select({ nodes, connections })
    .from(flowVersionTable)
    .where(and(eq(flowVersionTable.flowId, flowId), eq(flowVersionTable.version, version)))
    .get()
  return row && readFlowGraph(row)
}
