import { nameKey } from '../../kernel/text/name-text.contract'
import { join } from 'node:path'
import { Refusal } from '../../kernel/errors'
import { randomToken } from '../../kernel/ids'
import { damagedSentence, StartFailure } from '../../kernel/start-failure'
import { listCompanyIds, firstCompanyId, neverDue } from './company.queries'
import { createCompany } from './create-company'
import type { Platform } from '../platform'
import { storageGbDefault } from '../plan/plan.contract'
import { companyTable, planTable } from '../platform.tables'
import { allFeatures } from '../../kernel/company/company-plan.contract'

/** Plan 1, company 1 and its super user. Returns a generated password, which is not stored. */
export async function firstBoot(platform: Platform) {
  const { catalog, config, clock } = platform
  if (listCompanyIds(platform).length > 0) {
    if (!(await isIncomplete(platform))) return undefined
    platform.files.erase(firstCompanyId)
    catalog.db.delete(companyTable).run()
  }
  const now = clock.now()
  const password = config.superPassword ?? randomToken(16)
  const passwordHash = await platform.passwords.hash(password)
  catalog.db
    .insert(planTable)
    .values({ ...firstPlan, nameKey: nameKey(firstPlan.name), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .run()
  const company = {
    id: firstCompanyId,
    name: 'Empresa 1',
    email: config.superEmail,
    planId: 1,
    dueDate: neverDue,
    status: true,
  }
  // A printed password may be in a log.
  const mustChangePassword = config.superPassword === undefined
  const admin = { name: 'Super', email: config.superEmail, passwordHash, super: true, mustChangePassword }
  await createCompany(platform, company, admin)
  return { email: config.superEmail, password: config.superPassword ? undefined : password }
}

async function isIncomplete(platform: Platform) {
  const { files } = platform
  const ids = listCompanyIds(platform)
  if (ids.length > 1 || ids[0] !== firstCompanyId) return false
  // Opening fills the index of users; a damaged file stops the start.
  if (await hasUsers(platform)) return false
  if (files.exists(firstCompanyId)) await openFirstCompany(platform)
  return !(await hasUsers(platform))
}

const hasUsers = async ({ names }: Platform) => (await names.emails.listOf(firstCompanyId)).size > 0

async function openFirstCompany({ files }: Platform) {
  try {
    await files.ready(firstCompanyId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartFailure(damagedSentence(join(files.folderOf(firstCompanyId), 'company.sqlite')), { cause: error })
  }
}

const firstPlan = {
  id: 1,
  name: 'Plano 1',
  users: 1000,
  connections: 100,
  queues: 1000,
  storageGb: storageGbDefault,
  amount: 10_000,
  isPublic: true,
  ...allFeatures,
}
