import { eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { UserId } from '../kernel/ids'
import { userTable } from '../user/user.tables'
import type { MacroView } from './macro.calls'
import { macroTable } from './macro.tables'

const { id, name, shared, userId, steps } = macroTable

// Joined, because lists show the owner.
const fields = { ...getTableColumns(macroTable), userName: userTable.name }
const isOwner = eq(userTable.id, userId)

const statements = {
  usable: statement((db, of: { userId: UserId }) =>
    db
      .select(fields)
      .from(macroTable)
      .leftJoin(userTable, isOwner)
      .where(or(eq(userId, of.userId), eq(shared, true)))
      .orderBy(sql`${name} COLLATE NOCASE`, id),
  ),
  byId: statement((db, of: { id: number }) =>
    db.select(fields).from(macroTable).leftJoin(userTable, isOwner).where(eq(id, of.id)),
  ),
  withTag: statement((db, of: { tagId: number }) =>
    db
      .select({ id })
      .from(macroTable)
      .crossJoin(sql`json_each(${steps}) step`)
      .crossJoin(sql`json_each(step.value, '$.tagIds') tag`)
      .where(sql`tag.value = ${of.tagId}`)
      .limit(1),
  ),
}

export function listUsableMacros(ctx: CompanyContext, userId: UserId): MacroView[] {
  return statements.usable.all(ctx, { userId }).map(present)
}

export function presentMacro(ctx: CompanyContext, id: number): MacroView | undefined {
  const row = statements.byId.get(ctx, { id })
  return row && present(row)
}

export const isTagInMacro = (ctx: CompanyContext, tagId: number) => statements.withTag.get(ctx, { tagId }) !== undefined

function present({ userName, ...row }: ReturnType<typeof statements.usable.all>[number]): MacroView {
  return {
    ...row,
    user: row.userId === null ? null : { id: row.userId, name: userName ?? '' },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
