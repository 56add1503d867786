import { eq } from 'drizzle-orm'
import { listConnections } from '../connection/connection.queries'
import { createTurns } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { RestoredCompany } from '../kernel/company/restored-company'
import { addRows, takeRows } from '../kernel/database/take-rows'
import type { UserId } from '../kernel/ids'
import type { Platform } from '../platform/platform'
import { listQueues } from '../queue/queue.queries'
import { roleTable } from './role/role.record'
import { knownDeviceTable } from './device/device.tables'
import { passkeyTable } from './passkey/passkey.tables'
import { recoveryCodeTable, totpTable } from './second-factor/second-factor.tables'
import { endAllSessions } from './session/session'
import { sessionTable } from './session/session.tables'
import { userQueueTable, userTable } from './user.tables'

type Row = typeof userTable.$inferSelect

/** E-mails, passwords, second factors, links and rights stay today's. Whoever was deleted since cannot sign in; who was created since is kept. */
export async function restoreUsers(platform: Platform, { restored, present }: RestoredCompany) {
  const before = listAll(restored)
  const emails = present ? undefined : await platform.names.emails.listOf(restored.company.id)
  const today = present ? listAll(present) : before.flatMap((row) => emailedAs(row, emails?.get(row.id)))
  const kept = new Set(today.map(({ id }) => id))
  // An e-mail may have passed from one to another.
  const turn = createTurns()
  for (const { id, email } of before) {
    set(restored, id, { email: `restored.${id}.${email}` })
    await turn()
  }
  for (const row of before) if (!kept.has(row.id)) lockOut(restored, row)
  const known = new Map(before.map((row) => [row.id, row]))
  const connections = new Set(listConnections(restored).map(({ id }) => id))
  for (const row of today) {
    const connectionId = row.connectionId !== null && connections.has(row.connectionId) ? row.connectionId : null
    const columns = { ...row, connectionId, profileMediaId: known.get(row.id)?.profileMediaId ?? null }
    if (known.has(row.id)) set(restored, row.id, columns)
    else restored.db.insert(userTable).values(columns).run()
    await turn()
  }
  if (present) await takeRows(restored.company.sqlite, present.company.sqlite, roleTable)
  // Today's sessions stay; those of the earlier state may have ended since.
  if (present) {
    for (const table of [sessionTable, totpTable, recoveryCodeTable, passkeyTable, knownDeviceTable]) {
      await takeRows(restored.company.sqlite, present.company.sqlite, table)
    }
  } else endAllSessions(restored)
  if (present) await linkQueues(restored, present, new Set(today.map(({ id }) => id).filter((id) => !known.has(id))))
}

const listAll = ({ db }: CompanyContext) => db.select().from(userTable).all()

const emailedAs = (row: Row, email: string | undefined) => (email === undefined ? [] : [{ ...row, email }])

function set({ db }: CompanyContext, id: UserId, changes: Partial<Row>) {
  db.update(userTable).set(changes).where(eq(userTable.id, id)).run()
}

/** Their conversations stay theirs. Nobody receives mail at such an address. */
function lockOut(restored: CompanyContext, { id, email }: Row) {
  const withoutLink = { passwordLinkNonce: null, passwordLinkExpiresAt: null, passwordLinkMail: null }
  const columns = { email: `deleted.${id}.${email}.invalid`, passwordHash: '', super: false, profile: 'user' as const }
  set(restored, id, { ...columns, ...withoutLink })
}

async function linkQueues(restored: CompanyContext, present: CompanyContext, created: ReadonlySet<UserId>) {
  const queues = new Set(listQueues(restored).map(({ id }) => id))
  await addRows(restored.company.sqlite, present.company.sqlite, userQueueTable, (row) =>
    created.has(Number(row['user_id'])) && queues.has(Number(row['queue_id'])) ? row : undefined,
  )
}
