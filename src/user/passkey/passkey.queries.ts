import { desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { UserId } from '../../kernel/ids'
import { passkeyTable } from './passkey.tables'

export const passkeysOf = ({ db }: CompanyContext, userId: UserId) =>
  db.select().from(passkeyTable).where(eq(passkeyTable.userId, userId)).orderBy(desc(passkeyTable.id)).all()
