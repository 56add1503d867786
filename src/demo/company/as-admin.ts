import { type CompanyContext, withActor } from '../../kernel/company/company-context'
import { findActor } from '../../user/actor.queries'
import { listUsers } from '../../user/user.queries'
import { staff } from './demo-company'

/** The company as its first admin sees it, so that what is added has an author. */
export function asAdmin(company: CompanyContext): CompanyContext {
  const author = listUsers(company).find(({ name }) => name === staff[0]?.name)?.id ?? 1
  return withActor(company, findActor(company, author) ?? company.actor)
}
