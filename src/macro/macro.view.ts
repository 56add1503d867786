import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { readStored } from '../kernel/database/stored-json'
import type { MacroView } from './macro.calls'
import type { MacroStep } from './macro.contract'

// Joined, because lists show the owner.
const columns = `SELECT m.id, m.name, m.shared, m.user_id AS userId, u.name AS userName, m.steps,
  m.created_at AS createdAt, m.updated_at AS updatedAt FROM macro m LEFT JOIN user u ON u.id = m.user_id`

interface Row {
  id: number
  name: string
  shared: number
  userId: number | null
  userName: string | null
  steps: string
  createdAt: number
  updatedAt: number
}

const statements = perCompany(({ sqlite }) => ({
  usable: sqlite.prepare<Row, [number]>(
    `${columns} WHERE m.user_id = ? OR m.shared = 1 ORDER BY m.name COLLATE NOCASE, m.id`,
  ),
  byId: sqlite.prepare<Row, [number]>(`${columns} WHERE m.id = ?`),
  withTag: sqlite.prepare<{ yes: number }, [number]>(
    `SELECT 1 AS yes FROM macro m, json_each(m.steps) step, json_each(step.value, '$.tagIds') tag WHERE tag.value = ? LIMIT 1`,
  ),
}))

export function listUsableMacros(ctx: CompanyContext, userId: number): MacroView[] {
  return statements(ctx.company).usable.all(userId).map(present)
}

export function presentMacro(ctx: CompanyContext, id: number): MacroView | undefined {
  const row = statements(ctx.company).byId.get(id)
  return row ? present(row) : undefined
}

export const isTagInMacro = (ctx: CompanyContext, tagId: number) => statements(ctx.company).withTag.get(tagId) !== null

function present({ userName, ...row }: Row): MacroView {
  return {
    ...row,
    shared: row.shared === 1,
    user: row.userId === null ? null : { id: row.userId, name: userName ?? '' },
    steps: readStored<MacroStep[]>(row.steps),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
