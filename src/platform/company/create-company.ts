import { eq } from 'drizzle-orm'
import { createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { nameKey } from '../../kernel/text/name-text.contract'
import type { Platform, FirstAdmin } from '../platform'
import { companyTable } from '../platform.tables'
import { whileClaimed } from '../names/names'

/** Of a new file. */
const firstAdminId = 1

export type NewCompany = Omit<typeof companyTable.$inferInsert, 'createdAt' | 'updatedAt' | 'nameKey'>

/** Removes everything if a step fails. @throws Refusal ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS */
export async function createCompany(platform: Platform, company: NewCompany, firstAdmin: FirstAdmin) {
  const { catalog, files, companySetUps } = platform
  await assertFree(platform, company.name, firstAdmin.email)
  const now = platform.clock.now()
  const row = catalog.db
    .insert(companyTable)
    // The first connection sets it.
    .values({ mayConnect: false, ...company, nameKey: nameKey(company.name), createdAt: now, updatedAt: now })
    .returning()
    .get()
  try {
    const claim = (await platform.names.emails.claim(firstAdmin.email, { companyId: row.id })) ?? refuseEmail()
    await whileClaimed([claim], () => {
      const ctx = createContext(files.create(row.id))
      ctx.transaction(() => {
        for (const setUp of companySetUps) setUp(ctx, firstAdmin)
      })
    })
    await claim.confirm(firstAdminId, undefined)
  } catch (error) {
    files.erase(row.id)
    catalog.db.delete(companyTable).where(eq(companyTable.id, row.id)).run()
    throw error
  }
  // So that the host's list need not open the file.
  platform.fileSummaries.getNow(row.id)
  return row
}

export function assertNameFree({ catalog }: Platform, key: string) {
  const { id, nameKey } = companyTable
  const taken = catalog.db.select({ id }).from(companyTable).where(eq(nameKey, key)).get()
  if (taken) refuse('ERR_COMPANY_NAME_ALREADY_EXISTS', { fields: { name: 'nameTaken' } })
}

async function assertFree(platform: Platform, name: string, email: string) {
  assertNameFree(platform, nameKey(name))
  if (await platform.names.emails.find(email)) refuseEmail()
}

const refuseEmail = () => refuse('ERR_EMAIL_ALREADY_EXISTS', { fields: { email: 'emailTaken' } })
