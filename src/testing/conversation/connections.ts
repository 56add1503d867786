import { nameKey } from '../../kernel/text/name-text.contract'
import { eq } from 'drizzle-orm'
import { tokenColumns } from '../../connection/save/connection-token'
import { connectionTable } from '../../connection/connection.tables'
import { recordEvent } from '../../kernel/event/event-log'
import { rebuildTokenIndex } from '../../connection/save/connection-token'
import type { World } from '../world/world'

export function readConnection(world: World, id: number, companyId = 1) {
  return world.ctx(companyId).db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
}

/** Sets the session like the supervisor. */
export function setSession(world: World, id: number, session: Partial<typeof connectionTable.$inferInsert>) {
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    ctx.db.update(connectionTable).set(session).where(eq(connectionTable.id, id)).run()
    recordEvent(ctx, 'connection.statusChanged', {}, { connectionId: id, status: session.status ?? 'CONNECTED' })
  })
}

export function addConnection(world: World, values: Partial<typeof connectionTable.$inferInsert> & { name: string }) {
  const token = `token${values.name}`.padEnd(30, 'x').replace(/\W/g, 'x')
  world
    .ctx(1)
    .db.insert(connectionTable)
    .values({
      token,
      nameKey: nameKey(values.name),
      options: {} as never,
      createdAt: new Date(),
      updatedAt: new Date(),
      ...values,
    })
    .run()
}

export function giveTokens(world: World, tokens: Record<1 | 2, string>) {
  for (const companyId of [1, 2] as const) {
    const ctx = world.ctx(companyId)
    ctx.db.update(connectionTable).set(tokenColumns(ctx, tokens[companyId])).where(eq(connectionTable.id, 1)).run()
    void rebuildTokenIndex(world.platform, companyId)
  }
}
