import type { CompanyContext } from './company-context'

/** An earlier state of a company that is to take its place, in a file of its own. What a rule writes there publishes nothing. */
export interface RestoredCompany {
  restored: CompanyContext
  /** The company as it is now; only read. Undefined when its file is lost or damaged. */
  present: CompanyContext | undefined
}
