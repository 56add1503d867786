import { and, eq, gte } from 'drizzle-orm'
import { inBatches, nextTurn } from '../../kernel/company/batches'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { deleteMedia, listMediaBefore } from '../../kernel/file/media-store'
import { mediaTable } from '../../kernel/file/media.tables'
import { dayMs } from '../../kernel/time/durations.contract'
import { flowVersionTable } from '../flow.tables'
import { filesOf } from './flow-references'
import type { FlowNode } from '../flow.contract'

const keptDays = 7
const filesAtOnce = 500

export async function sweepFlowFiles(company: CompanyHandle): Promise<number> {
  const ctx = createContext(company)
  const old = listMediaBefore(ctx, 'flow', new Date(ctx.now.getTime() - keptDays * dayMs))
  if (old.length === 0) return 0
  return deleteUnnamed(company, old, await listNamedFiles(ctx), ctx.now)
}

export async function unusedFlowBytes(ctx: CompanyContext, enoughBytes: number): Promise<number> {
  const { key, size, kind } = mediaTable
  const files = ctx.db.select({ key, size }).from(mediaTable).where(eq(kind, 'flow')).all()
  const sum = (list: typeof files) => list.reduce((bytes, { size }) => bytes + size, 0)
  if (sum(files) <= enoughBytes) return sum(files)
  const named = await listNamedFiles(ctx)
  return sum(files.filter(({ key }) => !named.has(key)))
}

async function listNamedFiles(ctx: CompanyContext) {
  const named = new Set<string>()
  for (const version of listVersions(ctx)) {
    for (const name of namesIn(readNodes(ctx, version))) named.add(name)
    await nextTurn()
  }
  return named
}

/** A new version may name a file again. */
async function deleteUnnamed(
  company: CompanyHandle,
  old: readonly { id: number; key: string }[],
  named: Set<string>,
  since: Date,
) {
  const ctx = createContext(company)
  let deleted = 0
  await inBatches(ctx, {
    next(_, done) {
      const later = ctx.db.select().from(flowVersionTable).where(gte(flowVersionTable.at, since)).all()
      for (const { nodes } of later) for (const name of namesIn(nodes)) named.add(name)
      return old.slice(done, done + filesAtOnce)
    },
    work({ id, key }) {
      if (named.has(key)) return
      deleteMedia(ctx, id)
      deleted++
    },
  })
  return deleted
}

const namesIn = (nodes: readonly FlowNode[]) => nodes.flatMap(filesOf).map(({ name }) => name)

const { flowId, version, nodes } = flowVersionTable

const listVersions = ({ db }: CompanyContext) => db.select({ flowId, version }).from(flowVersionTable).all()

function readNodes({ db }: CompanyContext, of: { flowId: number; version: number }): FlowNode[] {
  const isIt = and(eq(flowId, of.flowId), eq(version, of.version))
  return db.select({ nodes }).from(flowVersionTable).where(isIt).get()?.nodes ?? []
}
